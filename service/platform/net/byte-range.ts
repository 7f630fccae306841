import type { Bytes } from '../../contract/units.ts'

/** Both ends belong to the range. */
export interface ByteRange {
  readonly start: Bytes
  readonly end: Bytes
}

/**
 * A Range header of one range (RFC 9110 14.1.2, 14.2).
 * @returns the range within a file of `size` bytes, `unsatisfiable`, or null where the header is absent or
 * of a form that may be ignored, such as several ranges
 */
export function parseByteRange(header: string | undefined, size: Bytes): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (!match) return null
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length > 0 ? { start: size - length, end: size - 1 } : 'unsatisfiable'
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start < size ? { start, end } : 'unsatisfiable'
}
