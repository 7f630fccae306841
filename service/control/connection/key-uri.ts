/**
 * URI that players ask for a key: the channel's `encrypt_key_uri` with `kid` added to its query, before a
 * fragment. Written into a quoted string of the playlist (RFC 8216 4.2), so what may not stand there is
 * percent-encoded; any other text stays as it was given.
 */
export function keyUriFor(encryptKeyUri: string, kid: string): string {
  const safe = /^[\x21\x23-\x7e]+$/.test(encryptKeyUri) ? encryptKeyUri : new URL(encryptKeyUri).href
  const hash = safe.indexOf('#')
  const [base, fragment] = hash < 0 ? [safe, ''] : [safe.slice(0, hash), safe.slice(hash)]
  const joint = !base.includes('?') ? '?' : /[?&]$/.test(base) ? '' : '&'
  return `${base}${joint}kid=${encodeURIComponent(kid)}${fragment}`
}
