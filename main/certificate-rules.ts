import { X509Certificate } from 'node:crypto'

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1', '[::1]'])

/**
 * True for a certificate of this service on this computer: issued by its own authority, for this name, now.
 * @param hostname that was asked for
 * @param certificate what it showed, PEM
 * @param authority the service's own, PEM
 */
export function isOwnCertificate(
  hostname: string,
  certificate: string,
  authority: string,
  now: number,
): boolean {
  if (!LOOPBACK.has(hostname)) return false
  try {
    const leaf = new X509Certificate(certificate)
    const issuer = new X509Certificate(authority)
    const name = hostname.replace(/[[\]]/g, '')
    return (
      leaf.checkIssued(issuer) &&
      leaf.verify(issuer.publicKey) &&
      (leaf.checkHost(name) ?? leaf.checkIP(name)) !== undefined &&
      now >= Date.parse(leaf.validFrom) &&
      now <= Date.parse(leaf.validTo)
    )
  } catch {
    return false
  }
}
