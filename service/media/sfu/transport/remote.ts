import type { RemoteParameters } from './parameters.ts'

/** RFC 8839 5.4: `ice-char`. */
const UFRAG = /^[A-Za-z0-9+/]{4,256}$/
const PWD = /^[A-Za-z0-9+/]{22,256}$/
/** RFC 8122 5. */
const FINGERPRINT = /^sha-256 (?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/i
const SETUPS: ReadonlySet<string> = new Set(['active', 'passive'])

/** What is wrong with parameters of a client, as a sentence without their values; null when they are fine. */
export function faultOf(remote: RemoteParameters): string | null {
  if (!UFRAG.test(remote.iceUfrag)) return 'The ICE user name is malformed.'
  if (!PWD.test(remote.icePwd)) return 'The ICE password is malformed.'
  if (!FINGERPRINT.test(remote.fingerprint)) return 'The fingerprint must be a SHA-256 one.'
  if (!SETUPS.has(remote.setup)) return 'The DTLS role must be active or passive.'
  return null
}

/** Payload type and codec of the only m-line; no packet is ever held against them. */
export const PIPE = { mid: 'm', payloadType: 96 } as const

/**
 * What libdatachannel is told of the client: an offer with one m-line, to which it hands every packet.
 * `ice-lite` makes our side the controlling one from the start (RFC 8445 6.1.1).
 * @param remote without fault
 */
export function remoteOffer({ iceUfrag, icePwd, fingerprint, setup }: RemoteParameters): string {
  const [algorithm = '', value = ''] = fingerprint.split(' ')
  return [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    'a=ice-lite',
    `a=group:BUNDLE ${PIPE.mid}`,
    `a=ice-ufrag:${iceUfrag}`,
    `a=ice-pwd:${icePwd}`,
    `a=fingerprint:${algorithm.toLowerCase()} ${value.toUpperCase()}`,
    `a=setup:${setup}`,
    `m=video 9 UDP/TLS/RTP/SAVPF ${PIPE.payloadType}`,
    'c=IN IP4 0.0.0.0',
    `a=mid:${PIPE.mid}`,
    'a=sendrecv',
    'a=rtcp-mux',
    `a=rtpmap:${PIPE.payloadType} VP8/90000`,
    '',
  ].join('\r\n')
}
