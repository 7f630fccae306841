import { isIP } from 'node:net'
import { addressKind } from '../../../platform/net/outgoing/address-kind.ts'

/** Type preference of host candidates (RFC 8445 5.1.2.2). */
const HOST_PREFERENCE = 126
const COMPONENT_RTP = 1

/**
 * Host candidates of one port (RFC 8839 5.1), the first address preferred. Each has a foundation of its own
 * (RFC 8445 5.1.1.3) and a priority of its own (5.1.2.1).
 */
export function hostCandidates(addresses: readonly string[], port: number): string[] {
  return addresses.map((address, index) => {
    const priority = HOST_PREFERENCE * 2 ** 24 + (65_535 - index) * 2 ** 8 + (256 - COMPONENT_RTP)
    return `candidate:${index + 1} ${COMPONENT_RTP} UDP ${priority} ${address} ${port} typ host`
  })
}

const CANDIDATE =
  /^candidate:[A-Za-z0-9+/]{1,32} 1 udp \d{1,10} (?<address>[0-9A-Fa-f.:]+) (?<port>\d{1,5}) typ (?:host|srflx|prflx|relay)(?: [ -~]*)?$/i

/**
 * True for candidates that checks can be sent to: UDP, for RTP, by address and not by name, and none of those that
 * this service sends nothing to. Clients at such an address are found when they ask themselves.
 */
export function isUsableCandidate(candidate: string): boolean {
  const { address = '', port = '' } = CANDIDATE.exec(candidate)?.groups ?? {}
  const isUsable = isIP(address) !== 0 && Number(port) > 0 && Number(port) < 65_536
  return isUsable && addressKind(address) !== 'never'
}

/** '' where it has none. */
export function candidateAddress(candidate: string): string {
  return CANDIDATE.exec(candidate)?.groups?.['address'] ?? ''
}
