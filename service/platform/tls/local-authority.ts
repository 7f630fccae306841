import { X509Certificate, createPrivateKey } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import type { TlsMaterial } from '../../contract/worker-protocol.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import { writeFileAtomic } from '../atomic-file.ts'
import type { Clock } from '../clock.ts'
import type { Logger } from '../logger.ts'
import type { CertificatePair } from './certificates.ts'
import { errorCode } from '../error-code.ts'

/** Hosts that every server certificate is for. */
const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '::1'] as const
const RENEW_BEFORE_DAYS = 30
const DAY_MS = 86_400_000

/** What https and wss listeners present, and what clients must trust. */
export interface LocalTls {
  readonly material: TlsMaterial
  /** PEM file of the certificate authority. */
  readonly caFile: string
  /** The same, PEM. */
  readonly caCertificate: string
}

export interface LocalTlsOptions {
  /** Folder for keys and certificates; made with mode 0700. */
  readonly directory: string
  /** Names and addresses besides localhost, 127.0.0.1 and ::1. */
  readonly extraHosts?: readonly string[]
  readonly clock: Clock
  readonly logger: Logger
}

/**
 * Opens the local certificate authority, made on first use and kept from then on, and a server
 * certificate of it, renewed 30 days before its end and when the hosts changed. Files that can't be used
 * are made anew, with a warning where programs that trusted the old authority must import the new one.
 * @throws Error when the folder can't be written
 */
export async function openLocalTls(options: LocalTlsOptions): Promise<LocalTls> {
  const { directory, clock, logger } = options
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const now = clock.now()
  const hosts = [...new Set<string>([...LOOPBACK_HOSTS, ...(options.extraHosts ?? [])])]
  const caFile = join(directory, 'ca.pem')
  const authority = await keep({
    files: [caFile, join(directory, 'ca-key.pem')],
    problem: (pair) => authorityProblem(pair, now),
    create: async () => (await import('./certificates.ts')).createAuthority(now),
    onReplace: (problem) =>
      logger.warn(
        { file: caFile, problem },
        'the local certificate authority was made anew: programs that trusted the old one must import it again',
      ),
  })
  const leaf = await keep({
    files: [join(directory, 'server.pem'), join(directory, 'server-key.pem')],
    problem: (pair) => leafProblem(pair, authority, hosts, now),
    create: async () => (await import('./certificates.ts')).createLeaf(authority, hosts, now),
    onReplace: (problem) => logger.info({ problem }, 'the server certificate was renewed'),
  })
  return {
    material: { certificate: leaf.certificate, privateKey: leaf.privateKey },
    caFile,
    caCertificate: authority.certificate,
  }
}

interface Keep {
  /** Certificate and key file. */
  readonly files: readonly [string, string]
  /** Why a stored pair can't be used; null when it can. May throw. */
  readonly problem: (pair: CertificatePair) => string | null
  readonly create: () => Promise<CertificatePair>
  readonly onReplace: (problem: string) => void
}

/** The stored pair when it can be used, else a new one, which is then stored. */
async function keep({ files, problem, create, onReplace }: Keep): Promise<CertificatePair> {
  const [certificateFile, keyFile] = files
  const [certificate, privateKey] = await Promise.all([readIfThere(certificateFile), readIfThere(keyFile)])
  if (certificate !== null || privateKey !== null) {
    const pair = { certificate: certificate ?? '', privateKey: privateKey ?? '' }
    const found = certificate === null || privateKey === null ? 'a file is missing' : check(problem, pair)
    if (found === null) return pair
    onReplace(found)
  }
  const made = await create()
  await writeFileAtomic(keyFile, made.privateKey, 0o600)
  await writeFileAtomic(certificateFile, made.certificate, 0o644)
  return made
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

function check(problem: Keep['problem'], pair: CertificatePair): string | null {
  try {
    return problem(pair)
  } catch {
    return 'a file is damaged'
  }
}

function authorityProblem(pair: CertificatePair, now: EpochMilliseconds): string | null {
  const certificate = new X509Certificate(pair.certificate)
  if (!certificate.checkPrivateKey(createPrivateKey(pair.privateKey))) return 'certificate and key differ'
  if (!certificate.ca) return 'it is no certificate authority'
  return validityProblem(certificate, now)
}

function leafProblem(
  pair: CertificatePair,
  authority: CertificatePair,
  hosts: readonly string[],
  now: EpochMilliseconds,
): string | null {
  const certificate = new X509Certificate(pair.certificate)
  const issuer = new X509Certificate(authority.certificate)
  if (!certificate.checkPrivateKey(createPrivateKey(pair.privateKey))) return 'certificate and key differ'
  if (!certificate.checkIssued(issuer) || !certificate.verify(issuer.publicKey))
    return 'another authority signed it'
  const entries = certificate.subjectAltName?.split(', ').length ?? 0
  const covers = (host: string) => (isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host))
  if (entries !== hosts.length || !hosts.every(covers)) return 'the hosts changed'
  return validityProblem(certificate, now)
}

function validityProblem(certificate: X509Certificate, now: EpochMilliseconds): string | null {
  if (now < Date.parse(certificate.validFrom)) return 'it is not valid yet'
  const left = Date.parse(certificate.validTo) - now
  return left < RENEW_BEFORE_DAYS * DAY_MS ? `it ends in less than ${RENEW_BEFORE_DAYS} days` : null
}
