import { X509Certificate, createPrivateKey } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import type { TlsMaterial } from '../../contract/worker-protocol.ts'
import { DAY } from '../../contract/units.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import { writeFileAtomic } from '../atomic-file.ts'
import type { Clock } from '../clock.ts'
import type { Logger } from '../logger.ts'
import type { CertificatePair } from './certificates.ts'
import { errorCode } from '../error-code.ts'

/** Hosts that every server certificate is for. */
const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '::1'] as const
/** The identifier of name constraints, 2.5.29.30, as every certificate that has them holds it (DER). */
const NAME_CONSTRAINTS = Buffer.from([0x06, 0x03, 0x55, 0x1d, 0x1e])
const UNCONSTRAINED = 'it could sign for any name, as those of versions before 0.7.0 can'
const RENEW_BEFORE_DAYS = 30
/** People are told for so long that an authority took the place of another. */
const TOLD_FOR = 30 * DAY

/** What https and wss listeners present, and what clients must trust. */
export interface LocalTls {
  readonly material: TlsMaterial
  /** PEM file of the certificate authority. */
  readonly caFile: string
  /** The same, PEM. */
  readonly caCertificate: string
  /** Another authority was there before, within the last 30 days: programs that trusted it have to import this one. */
  readonly isAnew: boolean
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
 * certificate of it, renewed 30 days before its end and when the hosts changed. Files that can't be used, an authority
 * that may sign for any name, and one that may not sign for the hosts, are made anew, with a warning where programs
 * that trusted the old authority must import the new one.
 * @throws Error when the folder can't be written
 */
export async function openLocalTls(options: LocalTlsOptions): Promise<LocalTls> {
  const { directory, clock, logger } = options
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const now = clock.now()
  const extraHosts = [...new Set(options.extraHosts)]
  const hosts = [...new Set<string>([...LOOPBACK_HOSTS, ...extraHosts])]
  const caFile = join(directory, 'ca.pem')
  const beforeFile = join(directory, 'ca-before.pem')
  const told = async (leaf: CertificatePair, ca: CertificatePair): Promise<LocalTls> => {
    const isAnew = (await readIfThere(beforeFile)) !== null && ageOf(ca, now) < TOLD_FOR
    const { certificate, privateKey } = leaf
    return { material: { certificate, privateKey }, caFile, caCertificate: ca.certificate, isAnew }
  }
  const openAuthority = (wanting: Keep['problem']) =>
    keep({
      files: [caFile, join(directory, 'ca-key.pem')],
      problem: (pair) => authorityProblem(pair, now) ?? wanting(pair),
      create: async () => {
        const before = await readIfThere(caFile)
        // For people who want to remove it where they imported it.
        if (before !== null) await writeFileAtomic(beforeFile, before, 0o644)
        return (await import('./certificates.ts')).createAuthority(now, extraHosts)
      },
      onReplace: (problem) =>
        logger.warn(
          { file: caFile, problem },
          'the local certificate authority was made anew: programs that trusted the old one must import it again',
        ),
    })
  const files = [join(directory, 'server.pem'), join(directory, 'server-key.pem')] as const
  const authority = await openAuthority(() => null)
  const stored = await load(files, (pair) => leafProblem(pair, authority, hosts, now))
  if (isPair(stored)) return told(stored, authority)
  const { createLeaf, permittedHosts } = await import('./certificates.ts')
  const issuer = await openAuthority((pair) => coverProblem(permittedHosts(pair, hosts), extraHosts))
  const covered = permittedHosts(issuer, hosts)
  const leaf = await keep({
    files,
    problem: (pair) => leafProblem(pair, issuer, covered, now),
    create: () => createLeaf(issuer, covered, now),
    onReplace: (problem) => logger.info({ problem }, 'the server certificate was renewed'),
  })
  return told(leaf, issuer)
}

const ageOf = ({ certificate }: CertificatePair, now: EpochMilliseconds): Milliseconds =>
  now - Date.parse(new X509Certificate(certificate).validFrom)

/** Temporary IPv6 addresses come and go: for these alone nobody is to import an authority again. */
function coverProblem(permitted: readonly string[], extraHosts: readonly string[]): string | null {
  const lasting = extraHosts.filter((host) => isIP(host) !== 6)
  const needed = lasting.length > 0 ? lasting : extraHosts
  const outside = needed.filter((host) => !permitted.includes(host))
  return outside.length === 0 ? null : `it may not sign for ${outside.join(', ')}`
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
  const stored = await load(files, problem)
  if (isPair(stored)) return stored
  if (stored !== null) onReplace(stored)
  const made = await create()
  await writeFileAtomic(keyFile, made.privateKey, 0o600)
  await writeFileAtomic(certificateFile, made.certificate, 0o644)
  return made
}

/** The stored pair, or why it can't be used; null where there is none. */
async function load(
  [certificateFile, keyFile]: Keep['files'],
  problem: Keep['problem'],
): Promise<CertificatePair | string | null> {
  const [certificate, privateKey] = await Promise.all([readIfThere(certificateFile), readIfThere(keyFile)])
  if (certificate === null && privateKey === null) return null
  if (certificate === null || privateKey === null) return 'a file is missing'
  const pair = { certificate, privateKey }
  return check(problem, pair) ?? pair
}

const isPair = (loaded: CertificatePair | string | null): loaded is CertificatePair =>
  typeof loaded === 'object' && loaded !== null

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
  if (!certificate.raw.includes(NAME_CONSTRAINTS)) return UNCONSTRAINED
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
  return left < RENEW_BEFORE_DAYS * DAY ? `it ends in less than ${RENEW_BEFORE_DAYS} days` : null
}
