import { resolve } from 'node:path'
import { isLoopback } from './hosts.ts'
import { UsageError } from './usage-error.ts'

/** How what leaves this computer is protected. */
export type Protection =
  /** Nothing does: only this computer can connect. */
  | { readonly kind: 'loopback' }
  /** TLS with a certificate of the operator's; PEM files. */
  | { readonly kind: 'files'; readonly certFile: string; readonly keyFile: string }
  /** TLS with a certificate of the local authority. */
  | { readonly kind: 'local' }
  /** Not at all, as the operator said. */
  | { readonly kind: 'plain' }

/** True where every listener but RTMP's speaks TLS to other computers. */
export const isProtected = ({ kind }: Protection): boolean => kind === 'files' || kind === 'local'

export interface ProtectionOptions {
  readonly host: string
  readonly tlsCert?: string | undefined
  readonly tlsKey?: string | undefined
  readonly tlsLocal?: boolean | undefined
  readonly allowPlainHttpOnTheNetwork?: boolean | undefined
}

/**
 * What the options ask for.
 * @throws UsageError where they contradict each other, and where the network is to be let in without a word about how
 */
export function protectionOf(options: ProtectionOptions): Protection {
  const { host, tlsCert, tlsKey, tlsLocal, allowPlainHttpOnTheNetwork } = options
  if (tlsCert === '') throw new UsageError('--tls-cert must not be empty')
  if (tlsKey === '') throw new UsageError('--tls-key must not be empty')
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    throw new UsageError('--tls-cert and --tls-key must be given together')
  }
  const chosen: Protection[] = []
  if (tlsCert !== undefined && tlsKey !== undefined) {
    chosen.push({ kind: 'files', certFile: resolve(tlsCert), keyFile: resolve(tlsKey) })
  }
  if (tlsLocal) chosen.push({ kind: 'local' })
  if (allowPlainHttpOnTheNetwork) chosen.push({ kind: 'plain' })
  const [protection] = chosen
  if (chosen.length > 1) {
    throw new UsageError(
      'of --tls-cert with --tls-key, --tls-local and --allow-plain-http-on-the-network only one can be given',
    )
  }
  if (isLoopback(host)) {
    if (protection) {
      throw new UsageError('--tls-… and --allow-plain-… are for a --host that other computers reach')
    }
    return { kind: 'loopback' }
  }
  if (!protection) {
    throw new UsageError(
      '--host lets other computers in, which needs one of: --tls-cert and --tls-key with a certificate for it, --tls-local for one of the local authority, or --allow-plain-http-on-the-network',
    )
  }
  return protection
}
