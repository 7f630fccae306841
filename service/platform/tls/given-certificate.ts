import { X509Certificate, createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { unwatchFile, watchFile } from 'node:fs'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { createSecureContext } from 'node:tls'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { TlsMaterial } from '../../contract/worker-protocol.ts'
import type { Clock } from '../clock.ts'
import { errorCode } from '../error-code.ts'
import type { Logger } from '../logger.ts'
import { ServedCertificate } from './served-certificate.ts'

/** A certificate, with those of its chain behind it, and its key, both PEM. */
export interface CertificateFiles {
  readonly certFile: string
  readonly keyFile: string
}

/** A certificate that can't be served; the message names the option of the file and what is wrong with it. */
export class CertificateError extends Error {
  override readonly name = 'CertificateError'
}

export interface GivenCertificate {
  readonly served: ServedCertificate
  /** Names and addresses that the newest one is for, without patterns. */
  hosts(): readonly string[]
  /** Stops looking at the files. */
  close(): void
}

interface GivenOptions {
  readonly clock: Clock
  readonly logger: Logger
  /** How often the files are looked at. */
  readonly every?: Milliseconds
}

const LOOK_EVERY: Milliseconds = 2000

/**
 * Reads a certificate and its key, and reads them again when a file changes. The two are replaced one after the other:
 * what does not fit, or can't be served for another reason, is told to the log, and the one before stays.
 * @throws CertificateError
 */
export async function openGivenCertificate(
  files: CertificateFiles,
  { clock, logger, every: interval = LOOK_EVERY }: GivenOptions,
): Promise<GivenCertificate> {
  const served = new ServedCertificate(await readCertificate(files, clock.now()))
  const again = async () => {
    try {
      const next = await readCertificate(files, clock.now())
      const { certificate, privateKey } = served.material
      if (next.certificate === certificate && next.privateKey === privateKey) return
      served.replace(next)
      const { validTo } = new X509Certificate(next.certificate)
      logger.info({ validTo }, 'the certificate was replaced')
    } catch (error) {
      if (!(error instanceof CertificateError)) throw error
      logger.warn({ problem: error.message }, 'the certificate is not replaced: the one before is served on')
    }
  }
  const look = () => void again()
  const watched = [files.certFile, files.keyFile]
  // Asks the system for the time of the file: also one that a link was moved to, or a mounted one, is noticed so.
  for (const file of watched) watchFile(file, { interval, persistent: false }, look)
  return {
    served,
    hosts: () => hostsOf(new X509Certificate(served.material.certificate)).filter(isExact),
    close: () => {
      for (const file of watched) unwatchFile(file, look)
    },
  }
}

/** @throws CertificateError */
async function readCertificate(
  { certFile, keyFile }: CertificateFiles,
  now: EpochMilliseconds,
): Promise<TlsMaterial> {
  const certificate = await readPem('--tls-cert', certFile)
  const privateKey = await readPem('--tls-key', keyFile)
  const parsed = attempt('--tls-cert: no certificate in PEM form is in the file', () => {
    return new X509Certificate(certificate)
  })
  const key = attempt('--tls-key: no private key in PEM form without a passphrase is in the file', () => {
    return createPrivateKey(privateKey)
  })
  if (!parsed.checkPrivateKey(key)) {
    throw new CertificateError('--tls-key: the key is not that of the certificate in --tls-cert')
  }
  const [from, to] = [Date.parse(parsed.validFrom), Date.parse(parsed.validTo)]
  if (now > to) throw new CertificateError(`--tls-cert: the certificate ended on ${dayOf(to)}`)
  if (now < from) throw new CertificateError(`--tls-cert: the certificate is valid from ${dayOf(from)} on`)
  if (hostsOf(parsed).length === 0) {
    throw new CertificateError(
      '--tls-cert: the certificate has no subject alternative name, so browsers refuse it',
    )
  }
  attempt('--tls-cert: the certificate can not be served', () => {
    return createSecureContext({ cert: certificate, key: privateKey })
  })
  return { certificate, privateKey }
}

async function readPem(option: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new CertificateError(`${option}: the file can't be read (${errorCode(error)})`)
  }
}

function attempt<T>(problem: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw new CertificateError(problem, { cause: error })
  }
}

const dayOf = (time: EpochMilliseconds) => new Date(time).toISOString().slice(0, 10)

/** Names, patterns of names and addresses that a certificate is for (RFC 5280 4.2.1.6). */
function hostsOf({ subjectAltName }: X509Certificate): string[] {
  const entries = subjectAltName?.split(', ') ?? []
  return entries.flatMap((entry) => {
    const [, host] = /^(?:DNS|IP Address):(.+)$/.exec(entry) ?? []
    if (host === undefined) return []
    // As browsers write it.
    return [isIP(host) === 6 ? new URL(`https://[${host}]`).hostname.slice(1, -1) : host.toLowerCase()]
  })
}

const isExact = (host: string) => !host.includes('*')

/**
 * The host that addresses are written with, so that the certificate vouches for it: the one that is listened on, else
 * a name of the certificate, else this computer's own name, else an address.
 * @param host null where all addresses are listened on
 * @throws CertificateError where none is
 */
export function certifiedHost({ certificate }: TlsMaterial, host: string | null): string {
  const parsed = new X509Certificate(certificate)
  const covers = (name: string) => (isIP(name) ? parsed.checkIP(name) : parsed.checkHost(name)) !== undefined
  const exact = hostsOf(parsed).filter(isExact)
  const names = exact.filter((name) => isIP(name) === 0 && name !== 'localhost')
  const found = [...(host === null ? [] : [host]), ...names, hostname().toLowerCase(), ...exact].find(covers)
  if (found !== undefined) return found
  throw new CertificateError('--tls-cert: the certificate is for a pattern of names; give --host one of them')
}
