import { isIP } from 'node:net'
import type { CandidateLine } from 'sdp-transform'

const FOUNDATION = /^[\w+/]{1,32}$/
const TYPES: ReadonlySet<string> = new Set(['host', 'srflx', 'prflx', 'relay'])

/**
 * The value of a plain `a=candidate` line (RFC 8839 5.1), without its optional parts; null where it is no use:
 * not UDP, not for RTP, or with a host name, such as the `.local` ones that browsers hide addresses behind.
 */
export function usableCandidate(line: CandidateLine): string | null {
  const address = String(line.ip)
  const usable =
    FOUNDATION.test(String(line.foundation)) &&
    line.component === 1 &&
    String(line.transport).toLowerCase() === 'udp' &&
    isWithin(line.priority, 1, 2 ** 32 - 1) &&
    // A zone (`%eth0`) means something on the client's machine only.
    isIP(address) !== 0 &&
    !address.includes('%') &&
    isWithin(line.port, 1, 65_535) &&
    TYPES.has(String(line.type))
  if (!usable) return null
  return `candidate:${line.foundation} 1 UDP ${line.priority} ${address} ${line.port} typ ${line.type}`
}

function isWithin(value: string | number, least: number, most: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
}
