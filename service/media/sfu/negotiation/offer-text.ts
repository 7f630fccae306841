/** Writes offers (RFC 8866, RFC 8829 5.2). Pure. */
import type { OpusParams, VideoCodec } from '../../../contract/signaling.ts'
import type { LocalParameters } from '../transport/parameters.ts'
import {
  AUDIO_PAYLOAD_TYPES,
  audioExtensions,
  audioFormat,
  videoExtensions,
  videoFormat,
  videoPayloadTypes,
} from './formats.ts'
import type { Upstream } from './lines.ts'

/** Where the packets of a sent m-line come from. */
export interface Source {
  readonly streamId: string
  readonly trackId: string
  readonly ssrc: number
  /** Null without retransmissions. */
  readonly rtxSsrc: number | null
}

/** One m-line of an offer. */
export type OfferLine = {
  readonly mid: string
  readonly direction: 'recvonly' | 'sendonly' | 'inactive'
  /** Null unless sent. */
  readonly source: Source | null
  /** Most that the client is to send, kbit/s; null for what it likes. */
  readonly bitRate: number | null
} & (
  | { readonly kind: 'audio'; readonly opus: OpusParams }
  | {
      readonly kind: 'video'
      readonly codec: VideoCodec
      readonly layers: Layers | null
      readonly upright: boolean
    }
)

export type Layers = NonNullable<NonNullable<Upstream['video']>['layers']>

/** @param version the session version: higher in every offer of a session (RFC 8866 5.2) */
export function offerText(local: LocalParameters, version: number, lines: readonly OfferLine[]): string {
  const text = [
    'v=0',
    `o=- 1 ${version} IN IP4 127.0.0.1`,
    's=-',
    't=0 0',
    `a=group:BUNDLE ${lines.map((line) => line.mid).join(' ')}`,
    'a=extmap-allow-mixed',
    'a=msid-semantic: WMS *',
    ...lines.flatMap((line, index) => mediaText(local, line, index === 0)),
  ]
  return text.map((line) => `${line}\r\n`).join('')
}

function mediaText(local: LocalParameters, line: OfferLine, isFirst: boolean): string[] {
  const isVideo = line.kind === 'video'
  const payloadTypes = isVideo ? videoPayloadTypes(line.codec) : AUDIO_PAYLOAD_TYPES
  return [
    `m=${line.kind} 9 UDP/TLS/RTP/SAVPF ${payloadTypes.join(' ')}`,
    'c=IN IP4 0.0.0.0',
    ...(isVideo ? bandwidthText(line.bitRate) : []),
    ...transportText(local, isFirst),
    `a=mid:${line.mid}`,
    ...(isVideo
      ? videoExtensions(line.codec, { simulcast: line.layers !== null, upright: line.upright })
      : audioExtensions()),
    `a=${line.direction}`,
    'a=rtcp-mux',
    ...(isVideo ? ['a=rtcp-rsize'] : []),
    ...(isVideo ? videoFormat(line.codec) : audioFormat(line.opus, line.bitRate)),
    ...(isVideo && line.layers ? simulcastText(line.layers) : []),
    ...(line.source ? sourceText(line.source) : []),
  ]
}

/** Browsers disagree on which of the two they heed. */
function bandwidthText(bitRate: number | null): string[] {
  return bitRate === null ? [] : [`b=AS:${bitRate}`, `b=TIAS:${bitRate * 1000}`]
}

/** All m-lines share one transport; its candidates are told once (RFC 9143 7.1.3). */
function transportText(local: LocalParameters, isFirst: boolean): string[] {
  return [
    `a=ice-ufrag:${local.iceUfrag}`,
    `a=ice-pwd:${local.icePwd}`,
    'a=ice-options:trickle',
    `a=fingerprint:${local.fingerprint}`,
    'a=setup:actpass',
    ...(isFirst ? [...local.candidates.map((candidate) => `a=${candidate}`), 'a=end-of-candidates'] : []),
  ]
}

/** RFC 8851 and RFC 8853; `~` says that a layer begins paused. */
function simulcastText(layers: Layers): string[] {
  return [
    ...layers.map(({ rid }) => `a=rid:${rid} recv`),
    `a=simulcast:recv ${layers.map(({ rid, active }) => (active ? rid : `~${rid}`)).join(';')}`,
  ]
}

function sourceText({ streamId, trackId, ssrc, rtxSsrc }: Source): string[] {
  const retransmitted = rtxSsrc === null ? [] : [rtxSsrc]
  return [
    `a=msid:${streamId} ${trackId}`,
    ...retransmitted.map((rtx) => `a=ssrc-group:FID ${ssrc} ${rtx}`),
    ...[ssrc, ...retransmitted].map((id) => `a=ssrc:${id} cname:${streamId}`),
  ]
}
