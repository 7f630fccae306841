import 'reflect-metadata'
import * as x509 from '@peculiar/x509'
import { DAY } from '../../../contract/units.ts'
import type { EpochMilliseconds } from '../../../contract/units.ts'
import { ALGORITHM, generateKeys, privateKeyPem, serialNumber } from '../../../platform/tls/certificates.ts'
import type { CertificatePair } from '../../../platform/tls/certificates.ts'

/** What this process shows in DTLS. It is kept in memory only. */
export interface Certificate extends CertificatePair {
  /** `sha-256 AB:CD:…` (RFC 8122 5). */
  readonly fingerprint: string
}

/** Peers know it by its fingerprint and look at no date (RFC 8827 6.5); this is longer than a process lives. */
const DAYS = 397

/** A self-signed P-256 certificate, to be made once in a process. */
export async function createCertificate(now: EpochMilliseconds = Date.now()): Promise<Certificate> {
  const keys = await generateKeys()
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: 'CN=WebRTC',
    // The clocks of clients differ.
    notBefore: new Date(now - DAY),
    notAfter: new Date(now + DAYS * DAY),
    signingAlgorithm: ALGORITHM,
    keys,
  })
  const digest = Buffer.from(await certificate.getThumbprint('SHA-256'))
  const pairs = digest.toString('hex').toUpperCase().match(/../g) ?? []
  return {
    certificate: `${certificate.toString('pem')}\n`,
    privateKey: await privateKeyPem(keys.privateKey),
    fingerprint: `sha-256 ${pairs.join(':')}`,
  }
}
