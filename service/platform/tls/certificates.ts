import 'reflect-metadata'
import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import * as x509 from '@peculiar/x509'
import { DAY } from '../../contract/units.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import { nameConstraints, permits } from './name-constraints.ts'

/** A certificate and its private key (PKCS #8), both PEM. */
export interface CertificatePair {
  readonly certificate: string
  /** Secret. */
  readonly privateKey: string
}

const AUTHORITY_DAYS = 825
/** Browsers refuse server certificates that are valid for longer than 398 days. */
const LEAF_DAYS = 397
/** Clocks differ: certificates are valid from a little before they were made. */
const BACKDATE_MS: Milliseconds = 3_600_000
/** Of every key that the service makes. */
export const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** 16 random bytes, positive and without a leading zero byte (RFC 5280 4.1.2.2). */
export function serialNumber(): string {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return bytes.toString('hex')
}

/** PKCS #8, PEM. */
export async function privateKeyPem(key: CryptoKey): Promise<string> {
  const der = await crypto.subtle.exportKey('pkcs8', key)
  return `${x509.PemConverter.encode(der, 'PRIVATE KEY')}\n`
}

/** A new P-256 key pair. */
export function generateKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
}

/**
 * A new certificate authority: P-256, path length 0, 825 days, for servers on this computer and `hosts` only.
 * @param hosts names and addresses besides loopback
 */
export async function createAuthority(
  now: EpochMilliseconds,
  hosts: readonly string[],
): Promise<CertificatePair> {
  const keys = await generateKeys()
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: `CN=Airdesk local ${randomBytes(3).toString('hex')}, O=Airdesk`,
    notBefore: new Date(now - BACKDATE_MS),
    notAfter: new Date(now + AUTHORITY_DAYS * DAY),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      // Names of people and of programs know no such constraints.
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      nameConstraints(hosts),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { certificate: `${certificate.toString('pem')}\n`, privateKey: await privateKeyPem(keys.privateKey) }
}

/** Which of `hosts` the authority may sign for. */
export function permittedHosts(authority: CertificatePair, hosts: readonly string[]): string[] {
  const issuer = new x509.X509Certificate(authority.certificate)
  return hosts.filter((host) => permits(issuer, host))
}

/**
 * A server certificate for `hosts` (names and addresses), at most 397 days and never past its authority.
 * @throws Error when the authority's PEM can't be read
 */
export async function createLeaf(
  authority: CertificatePair,
  hosts: readonly string[],
  now: EpochMilliseconds,
): Promise<CertificatePair> {
  const issuer = new x509.X509Certificate(authority.certificate)
  const signingKey = await crypto.subtle.importKey(
    'pkcs8',
    x509.PemConverter.decodeFirst(authority.privateKey),
    ALGORITHM,
    false,
    ['sign'],
  )
  const keys = await generateKeys()
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: 'CN=Airdesk local service, O=Airdesk',
    issuer: issuer.subject,
    notBefore: new Date(now - BACKDATE_MS),
    notAfter: new Date(Math.min(now + LEAF_DAYS * DAY - BACKDATE_MS, issuer.notAfter.getTime())),
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        hosts.map((host) => ({ type: isIP(host) ? ('ip' as const) : ('dns' as const), value: host })),
      ),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { certificate: `${certificate.toString('pem')}\n`, privateKey: await privateKeyPem(keys.privateKey) }
}
