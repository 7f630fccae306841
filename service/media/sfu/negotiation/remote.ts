import type { Attributes, SessionDescription, Text, CandidateLine } from 'sdp-transform'
import type { RemoteParameters } from '../transport/parameters.ts'
import { SdpError } from './sdp-error.ts'
import { isRefused } from './session.ts'
import { isIP } from 'node:net'

/** Of one client; more of them are no help. */
export const MAX_CANDIDATES = 64

/** RFC 8839 5.4. */
const ICE_UFRAG = /^[A-Za-z0-9+/]{4,256}$/
const ICE_PWD = /^[A-Za-z0-9+/]{22,256}$/
const FINGERPRINT = /^sha-256 [0-9A-F]{2}(:[0-9A-F]{2}){31}$/

/**
 * What an answer says of the one transport that all its m-lines share (RFC 9143). It is checked closely: the
 * native library ends the process over some of what is wrong here.
 * @throws SdpError where there is none, or something that a transport cannot work with
 */
export function readRemote(session: SessionDescription): RemoteParameters {
  const live = [session, ...session.media.filter((m) => !isRefused(m))]
  const iceUfrag = only('a=ice-ufrag', live, (l) => l.iceUfrag)
  const icePwd = only('a=ice-pwd', live, (l) => l.icePwd)
  const setup = only('a=setup', live, (l) => l.setup)
  const fingerprint = only('a=fingerprint', live, fingerprintText)
  if (!ICE_UFRAG.test(iceUfrag)) throw new SdpError('a=ice-ufrag must be 4 to 256 characters of ICE')
  if (!ICE_PWD.test(icePwd)) throw new SdpError('a=ice-pwd must be 22 to 256 characters of ICE')
  if (!FINGERPRINT.test(fingerprint)) throw new SdpError('a=fingerprint must be of SHA-256')
  if (setup !== 'active' && setup !== 'passive') throw new SdpError('a=setup must be active or passive')
  const candidates = live.flatMap((l) => l.candidates ?? []).flatMap((line) => usableCandidate(line) ?? [])
  return {
    iceUfrag,
    icePwd,
    fingerprint,
    setup,
    candidates: [...new Set(candidates)].slice(0, MAX_CANDIDATES),
  }
}

/** The value that the session and its m-lines agree on. */
function only(
  name: string,
  parts: readonly Attributes[],
  valueOf: (part: Attributes) => Text | undefined,
): string {
  const given = new Set(
    parts
      .map(valueOf)
      .filter((value) => value !== undefined)
      .map(String),
  )
  const [value] = given
  if (value === undefined) throw new SdpError(`${name} must be given`)
  if (given.size > 1) throw new SdpError(`${name} must be the same on all m-lines`)
  return value
}

function fingerprintText({ fingerprint }: Attributes): string | undefined {
  return fingerprint && `${String(fingerprint.type).toLowerCase()} ${String(fingerprint.hash).toUpperCase()}`
}

const FOUNDATION = /^[\w+/]{1,32}$/
const TYPES: ReadonlySet<string> = new Set(['host', 'srflx', 'prflx', 'relay'])

/**
 * The value of a plain `a=candidate` line (RFC 8839 5.1), without its optional parts; null where it is no use:
 * not UDP, not for RTP, or with a host name, such as the `.local` ones that browsers hide addresses behind.
 */
function usableCandidate(line: CandidateLine): string | null {
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
