import { isIPv4 } from 'node:net'
import type { Socket } from 'node:net'

/**
 * Whether a program of this machine connected: a listener of the network sees those at loopback or at its own
 * address. Nobody else can: the system drops packets that come from outside with such a sender.
 */
export function isOfThisMachine({
  remoteAddress,
  localAddress,
}: Pick<Socket, 'remoteAddress' | 'localAddress'>): boolean {
  if (remoteAddress === undefined) return false
  const address = remoteAddress.replace(/^::ffff:/, '')
  return (
    remoteAddress === localAddress || address === '::1' || (isIPv4(address) && address.startsWith('127.'))
  )
}
