/** Offers and answers that are enough to connect a transport, without what the SFU knows of media. */
import type { LocalParameters, RemoteParameters } from '../../../service/media/sfu/transport/parameters.ts'

/** SSRC of the offered m-line that the transport's side sends on. */
export const OFFERED_SSRC = 0x1111
export const MIDS = { receives: 'up', sends: 'down' } as const

/** Two m-lines: video that the offerer receives, and video that it sends. */
export function transportOffer(local: LocalParameters): string {
  const media = (mid: string, direction: string, ...more: string[]) => [
    'm=video 9 UDP/TLS/RTP/SAVPF 96',
    'c=IN IP4 0.0.0.0',
    `a=ice-ufrag:${local.iceUfrag}`,
    `a=ice-pwd:${local.icePwd}`,
    `a=fingerprint:${local.fingerprint}`,
    'a=setup:actpass',
    `a=mid:${mid}`,
    `a=${direction}`,
    'a=rtcp-mux',
    'a=rtpmap:96 VP8/90000',
    ...more,
  ]
  return [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    `a=group:BUNDLE ${MIDS.receives} ${MIDS.sends}`,
    ...media(
      MIDS.receives,
      'recvonly',
      ...local.candidates.map((candidate) => `a=${candidate}`),
      'a=end-of-candidates',
    ),
    ...media(MIDS.sends, 'sendonly', `a=ssrc:${OFFERED_SSRC} cname:sfu`),
    '',
  ].join('\r\n')
}

/** What an answer says of the client's transport. */
export function remoteParameters(answerSdp: string): RemoteParameters {
  const find = (name: string) => new RegExp(`^a=${name}:(.+?)\\s*$`, 'm').exec(answerSdp)?.[1] ?? ''
  return {
    iceUfrag: find('ice-ufrag'),
    icePwd: find('ice-pwd'),
    fingerprint: find('fingerprint'),
    setup: find('setup') === 'passive' ? 'passive' : 'active',
    candidates: [...answerSdp.matchAll(/^a=(candidate:.+?)\s*$/gm)].map(([, candidate = '']) => candidate),
  }
}

/** An RTP packet of payload type 96 (RFC 3550 5.1) with `bytes` bytes of payload. */
export function rtpPacket(ssrc: number, sequence: number, bytes = 100): Uint8Array {
  const packet = Buffer.alloc(12 + bytes, sequence & 0xff)
  packet[0] = 0x80
  packet[1] = 96
  packet.writeUInt16BE(sequence & 0xffff, 2)
  packet.writeUInt32BE(sequence * 3000, 4)
  packet.writeUInt32BE(ssrc, 8)
  return packet
}
