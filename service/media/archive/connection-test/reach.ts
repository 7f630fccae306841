/** Whether anybody is at an address, and who it is. */
import { stat } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { dirname } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { connectOut, secureOut } from '../../../platform/net/outgoing/connect.ts'
import { bareHost, portOf } from '../../../platform/net/outgoing/judge.ts'
import { networkFault } from '../../../provider/archive/network-fault.ts'
import { StoreError } from '../../../provider/archive/store-error.ts'
import type { ServerAddress } from './addresses.ts'

/**
 * Resolves the name, connects and, for https, shakes hands.
 * @returns the name and the address that answered
 * @throws StoreError `dns`, `blocked`, `refused`, `timeout`, `interrupted`, or `tls` with what is wrong with the
 *   certificate
 */
export async function reach({ url, rules }: ServerAddress, signal: AbortSignal): Promise<string> {
  const host = bareHost(url.hostname)
  const port = portOf(url)
  const socket = opened({ host, port }, rules)
  try {
    await becomes(socket, 'connect', signal)
    const address = socket.remoteAddress ?? ''
    if (url.protocol === 'https:') await shakeHands(socket, host, signal)
    return `${url.host} (${address.includes(':') ? `[${address}]` : address}:${port})`
  } finally {
    socket.destroy()
  }
}

/** @throws StoreError */
function opened(...to: Parameters<typeof connectOut>): Socket {
  try {
    return connectOut(...to)
  } catch (error) {
    throw networkFault(error)
  }
}

/**
 * Whether the folder that holds the folder is there: where it is not, a disk is likely not connected.
 * @throws StoreError `no-folder`
 */
export async function reachFolder(folder: string): Promise<string> {
  const parent = dirname(folder)
  const found = await stat(parent).catch((error: unknown) => {
    const { message, code = '' } = error as NodeJS.ErrnoException
    throw new StoreError('no-folder', message, { code })
  })
  if (!found.isDirectory())
    throw new StoreError('no-folder', `${parent} is not a folder`, { code: 'ENOTDIR' })
  return parent
}

async function shakeHands(socket: Socket, host: string, signal: AbortSignal): Promise<void> {
  // Who is not trusted is asked for the certificate all the same, to tell what is wrong with it.
  const secure = secureOut(socket, { servername: serverName(host), host, rejectUnauthorized: false })
  try {
    await becomes(secure, 'secureConnect', signal).catch((error: unknown) => {
      if (!(error instanceof StoreError) || error.code !== 'ERR_SSL_WRONG_VERSION_NUMBER') throw error
      const words = 'What answers there does not speak TLS: the address may have to begin with http://'
      throw new StoreError('tls', words, { code: error.code })
    })
    if (!secure.authorized) throw certificateFault(secure, host)
  } finally {
    secure.destroy()
  }
}

/** Addresses have no server name (RFC 6066 3). */
const serverName = (host: string) => (/^[\d.]+$|:/.test(host) ? '' : host)

const PROBLEMS: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is signed by itself, not by an authority that this machine trusts',
  SELF_SIGNED_CERT_IN_CHAIN: 'is signed by an authority that this machine does not trust',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'is signed by an authority that this machine does not know',
  UNABLE_TO_GET_ISSUER_CERT: 'is signed by an authority that this machine does not know',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'is signed by an authority that this machine does not know',
  CERT_REVOKED: 'was revoked',
}

function certificateFault(socket: TLSSocket, host: string): StoreError {
  // Node's types have an Error here; it is the code of one.
  const code = String(socket.authorizationError)
  const { valid_from, valid_to } = socket.getPeerCertificate()
  const problem =
    {
      CERT_HAS_EXPIRED: `has expired on ${valid_to}`,
      CERT_NOT_YET_VALID: `is valid from ${valid_from} on only`,
      ERR_TLS_CERT_ALTNAME_INVALID: `is for another name than ${host}`,
    }[code] ?? PROBLEMS[code]
  return new StoreError('tls', `The certificate ${problem ?? 'cannot be trusted'}`, { code })
}

/** @throws StoreError, and the signal's reason */
async function becomes(socket: Socket, event: string, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  const abort = () => reject(signal.reason as Error)
  signal.addEventListener('abort', abort, { once: true })
  socket.once(event, () => resolve(undefined))
  socket.on('error', reject)
  socket.once('close', () => reject(new Error('closed')))
  try {
    if (signal.aborted) abort()
    await promise.catch(failed)
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

function failed(error: unknown): never {
  throw networkFault(error)
}
