/**
 * Whether who asks takes gzip (RFC 9110 12.5.3): it is listed, or else whatever is not listed, with a weight that is
 * not nothing.
 * @param header Accept-Encoding; who sends none is sent what everybody reads
 */
export function acceptsGzip(header: string | undefined): boolean {
  if (header === undefined) return false
  const listed = header.split(',').map((one) => one.toLowerCase().split(';'))
  const named = (name: string) => listed.find(([coding = '']) => coding.trim() === name)
  const [, weight = ''] = named('gzip') ?? named('*') ?? ['', 'q=0']
  return !/^\s*q\s*=\s*0(\.0*)?\s*$/.test(weight)
}
