import 'reflect-metadata'
import {
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'

interface Validity {
  /** Milliseconds from now. */
  readonly from?: number
  readonly to?: number
}

/** A key and a certificate for `names` that only who is given the certificate trusts, both PEM. */
export async function selfSigned(
  names: string | readonly string[],
  { from = -60_000, to = 3_600_000 }: Validity = {},
): Promise<{ key: string; cert: string }> {
  const list = typeof names === 'string' ? [names] : names
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const kindOf = (name: string) => (/^[\d.]+$/.test(name) ? ('ip' as const) : ('dns' as const))
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${list[0] ?? 'nobody'}`,
    notBefore: new Date(Date.now() + from),
    notAfter: new Date(Date.now() + to),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      ...(list.length > 0
        ? [new SubjectAlternativeNameExtension(list.map((name) => ({ type: kindOf(name), value: name })))]
        : []),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.keyCertSign),
    ],
  })
  const key = PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY')
  return { key, cert: certificate.toString('pem') }
}
