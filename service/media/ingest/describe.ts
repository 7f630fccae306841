/** Reads decoder configurations into what the routes are decided by. */
import { parseAudioSpecificConfig } from '../../protocol/aac/audio-specific-config.ts'
import { parseAvcConfiguration } from '../../protocol/h264/avcc.ts'
import { parseSps } from '../../protocol/h264/sps.ts'
import type { AudioSource, VideoSource } from './source.ts'

/** Where neither the configuration nor the encoder tells. */
const ASSUMED_FRAME_RATE = 30
type Profile = NonNullable<VideoSource['passable']>['profile']
const PROFILES: Readonly<Record<number, Profile>> = { 66: 'baseline', 77: 'main', 100: 'high' }
/** Audio object type of AAC-LC (ISO/IEC 14496-3 table 1.17). */
const LOW_COMPLEXITY = 2

/**
 * @param nominalFrameRate what the encoder says it sends, where it does
 * @throws ProtocolError when the configuration is broken
 */
export function describeVideo(decoderConfig: Uint8Array, nominalFrameRate: number | null): VideoSource {
  const configuration = parseAvcConfiguration(decoderConfig)
  const sps = parseSps(configuration.sps[0] ?? new Uint8Array())
  const plain = sps.chromaFormatIdc === 1 && sps.bitDepthLuma === 8 && !sps.interlaced
  const described = {
    codec: 'h264',
    width: sps.width,
    height: sps.height,
    decoderConfig: Uint8Array.from(decoderConfig),
  } as const
  const told = sps.frameRate ?? nominalFrameRate
  const frameRate = told ?? ASSUMED_FRAME_RATE
  return {
    ...described,
    ...(told !== null && { nominalFrameRate: told }),
    passable: {
      // Lengths of another size than 4 bytes, fields and deep colour are for the transcoder to straighten.
      profile: plain && configuration.lengthSize === 4 ? (PROFILES[sps.profileIdc] ?? 'other') : 'other',
      track: { ...described, kind: 'video', timescale: 1000, frameRate, bitRateBps: 0 },
    },
  }
}

/** @throws ProtocolError when the configuration is broken or of a codec that can't be used */
export function describeAudio(decoderConfig: Uint8Array): AudioSource {
  const { objectType, sampleRate, channels, sbr, samplesPerFrame } = parseAudioSpecificConfig(decoderConfig)
  const described = {
    codec: 'aac',
    sampleRate,
    channels,
    decoderConfig: Uint8Array.from(decoderConfig),
  } as const
  return {
    ...described,
    passable: {
      lowComplexity: objectType === LOW_COMPLEXITY && sbr !== true && samplesPerFrame === 1024,
      track: { ...described, kind: 'audio', timescale: sampleRate, bitRateBps: 0 },
    },
  }
}
