/** What an m-line says of its codecs and header extensions: the same payload types and ids everywhere. */
import type { OpusParams, VideoCodec } from '../../../contract/signaling.ts'
import { EXTENSIONS } from '../../../protocol/rtp/extensions.ts'
import type { ExtensionName } from '../../../protocol/rtp/extensions.ts'
import {
  OPUS_CLOCK_RATE,
  OPUS_PAYLOAD_TYPE,
  VIDEO_CLOCK_RATE,
  VIDEO_PAYLOAD_TYPES,
} from '../../../protocol/rtp/payload-types.ts'

const VIDEO_FEEDBACK = ['transport-cc', 'goog-remb', 'ccm fir', 'nack', 'nack pli']

/** Constrained baseline 3.1, which every browser has; with asymmetry the encoder may use a higher level. */
const VIDEO_PARAMETERS: Readonly<Record<VideoCodec, string | null>> = {
  VP8: null,
  VP9: 'profile-id=0',
  H264: 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
  AV1: null,
}

export const AUDIO_PAYLOAD_TYPES = [OPUS_PAYLOAD_TYPE]

export function videoPayloadTypes(codec: VideoCodec): number[] {
  const { media, rtx } = VIDEO_PAYLOAD_TYPES[codec]
  return [media, rtx]
}

/** @param bitRate kbit/s; null for what the client likes */
export function audioFormat(opus: OpusParams, bitRate: number | null): string[] {
  const type = OPUS_PAYLOAD_TYPE
  return [
    `a=rtpmap:${type} opus/${OPUS_CLOCK_RATE}/2`,
    `a=rtcp-fb:${type} transport-cc`,
    `a=fmtp:${type} ${opusParameters(opus, bitRate)}`,
    ...(opus.ptime === undefined ? [] : [`a=ptime:${opus.ptime}`]),
  ]
}

/** RFC 7587 6.1. `channels` is not said: it is 2 in `a=rtpmap` whatever is sent (RFC 7587 7). */
function opusParameters(opus: OpusParams, bitRate: number | null): string {
  const parameters = {
    minptime: opus.minptime ?? 10,
    useinbandfec: Number(opus.useinbandfec ?? true),
    stereo: flag(opus.stereo),
    'sprop-stereo': flag(opus.sprop_stereo),
    usedtx: flag(opus.usedtx),
    maxplaybackrate: opus.maxplaybackrate,
    maxaveragebitrate: bitRate === null ? undefined : bitRate * 1000,
  }
  return Object.entries(parameters)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
    .join(';')
}

function flag(value: boolean | undefined): number | undefined {
  return value === undefined ? undefined : Number(value)
}

export function videoFormat(codec: VideoCodec): string[] {
  const { media, rtx } = VIDEO_PAYLOAD_TYPES[codec]
  const parameters = VIDEO_PARAMETERS[codec]
  return [
    `a=rtpmap:${media} ${codec}/${VIDEO_CLOCK_RATE}`,
    ...VIDEO_FEEDBACK.map((feedback) => `a=rtcp-fb:${media} ${feedback}`),
    ...(parameters === null ? [] : [`a=fmtp:${media} ${parameters}`]),
    `a=rtpmap:${rtx} rtx/${VIDEO_CLOCK_RATE}`,
    `a=fmtp:${rtx} apt=${media}`,
  ]
}

export function audioExtensions(): string[] {
  return extensionLines(['mid', 'absSendTime', 'transportSequenceNumber', 'audioLevel'])
}

export interface VideoPackets {
  /** They are to say which layer they are of. */
  readonly simulcast: boolean
  /** They are not to say that a picture is to be turned: the sender turns it. */
  readonly upright: boolean
}

export function videoExtensions(codec: VideoCodec, { simulcast, upright }: VideoPackets): string[] {
  return extensionLines([
    'mid',
    'absSendTime',
    'transportSequenceNumber',
    ...(simulcast ? (['rid', 'repairedRid'] as const) : []),
    ...(upright ? [] : (['videoOrientation'] as const)),
    'playoutDelay',
    // Without it browsers do not send AV1 that an SFU can forward.
    ...(codec === 'AV1' ? (['dependencyDescriptor'] as const) : []),
  ])
}

function extensionLines(names: readonly ExtensionName[]): string[] {
  return names.map((name) => `a=extmap:${EXTENSIONS[name].id} ${EXTENSIONS[name].uri}`)
}
