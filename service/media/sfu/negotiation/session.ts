import { parse } from 'sdp-transform'
import type { MediaDescription, SessionDescription } from 'sdp-transform'
import { SdpError } from './sdp-error.ts'

/** Each line costs the parser some 4 µs. A browser writes about 30 for an m-line. */
const MAX_LINES = 16_384
const MAX_MEDIA_LINES = 512

/**
 * Reads SDP (RFC 8866) of a client.
 * @throws SdpError for what is none, or is too long
 */
export function readSession(sdp: string): SessionDescription {
  if (!/^v=0[\r\n]/.test(sdp)) throw new SdpError('SDP must start with v=0')
  if (sdp.split(/\r\n|\r|\n/, MAX_LINES + 1).length > MAX_LINES) {
    throw new SdpError(`SDP must have at most ${MAX_LINES} lines`)
  }
  const session = parse(withSha256Only(sdp))
  if (session.media.length > MAX_MEDIA_LINES) {
    throw new SdpError(`SDP must have at most ${MAX_MEDIA_LINES} m-lines`)
  }
  return session
}

/** Clients may give several fingerprints (RFC 8122 5), of which the parser keeps the last. */
function withSha256Only(sdp: string): string {
  return sdp.replace(/^a=fingerprint:(?!sha-256 ).*/gim, 'a=other-fingerprint')
}

/** Port 0 (RFC 3264 6): the client knows none of the codecs. */
export function isRefused(media: MediaDescription): boolean {
  return media.port === 0
}
