import { EXTENSIONS } from '../../protocol/rtp/extensions.ts'
import { OPUS_PAYLOAD_TYPE, VIDEO_PAYLOAD_TYPES } from '../../protocol/rtp/payload-types.ts'

/** What a synthetic client says that it can receive: everything, for it decodes nothing. */
export function capabilities(): string {
  const { VP8, VP9, AV1, H264 } = VIDEO_PAYLOAD_TYPES
  const codecs = { VP8, VP9, AV1, H264 }
  const formats = Object.entries(codecs).flatMap(([name, { media, rtx }]) => [
    `a=rtpmap:${media} ${name}/90000`,
    `a=rtcp-fb:${media} nack`,
    `a=rtcp-fb:${media} nack pli`,
    ...(name === 'H264' ? [`a=fmtp:${media} packetization-mode=1;profile-level-id=42e01f`] : []),
    `a=rtpmap:${rtx} rtx/90000`,
    `a=fmtp:${rtx} apt=${media}`,
  ])
  const types = Object.values(codecs).flatMap(({ media, rtx }) => [media, rtx])
  const common = [
    'c=IN IP4 0.0.0.0',
    'a=setup:actpass',
    'a=ice-ufrag:kitu',
    'a=ice-pwd:kitkitkitkitkitkitkitkit',
    `a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => '00').join(':')}`,
    'a=recvonly',
    'a=rtcp-mux',
    `a=extmap:${EXTENSIONS.mid.id} ${EXTENSIONS.mid.uri}`,
  ]
  const lines = [
    ...['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 't=0 0', 'a=group:BUNDLE 0 1'],
    ...[`m=audio 9 UDP/TLS/RTP/SAVPF ${OPUS_PAYLOAD_TYPE}`, 'a=mid:0', ...common],
    `a=rtpmap:${OPUS_PAYLOAD_TYPE} opus/48000/2`,
    ...[`m=video 9 UDP/TLS/RTP/SAVPF ${types.join(' ')}`, 'a=mid:1', ...common, ...formats],
  ]
  return lines.map((line) => `${line}\r\n`).join('')
}
