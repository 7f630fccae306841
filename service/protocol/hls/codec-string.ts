/** The CODECS attribute (RFC 6381 3.3, 3.4; ISO/IEC 14496-15 annex E). */
import type { AudioTrack, Track, VideoTrack } from '../../contract/media.ts'

/** `avc1.PPCCLL`: profile, constraints and level out of the AVCDecoderConfigurationRecord. */
function videoCodec(track: VideoTrack): string {
  const bytes = track.decoderConfig.subarray(1, 4)
  return `avc1.${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

const AOT_ESCAPE = 31

/** `mp4a.40.N`: N is the audio object type of the AudioSpecificConfig (ISO/IEC 14496-3 1.6.2.1). */
function audioCodec(track: AudioTrack): string {
  const [first = 0, second = 0] = track.decoderConfig
  const type = first >> 3
  return `mp4a.40.${type === AOT_ESCAPE ? 32 + ((first & 0x7) << 3) + (second >> 5) : type}`
}

/** Codecs of all tracks as the CODECS attribute lists them. */
export function codecString(tracks: readonly Track[]): string {
  return tracks.map((track) => (track.kind === 'video' ? videoCodec(track) : audioCodec(track))).join(',')
}
