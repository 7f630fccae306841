import { AV_CHANNEL_LAYOUT_STEREO, AV_NOPTS_VALUE, AV_SAMPLE_FMT_FLTP } from 'node-av/constants'
import { Frame } from 'node-av/lib'
import type { Milliseconds } from '../../contract/units.ts'
import { AudioChain } from './audio-chain.ts'

/** Audio is encoded at this rate, stereo. */
export const SAMPLE_RATE = 48_000
/** What the encoders are given, as the source of a graph is told of it. */
export const ENCODED_SOUND = `time_base=1/${SAMPLE_RATE}:sample_rate=${SAMPLE_RATE}:sample_fmt=fltp:channel_layout=stereo`
/** Samples of one AAC frame. */
const FRAME_SAMPLES = 1024
/**
 * Gaps and overlaps from 0.1 s are filled or cut, drift from 5 ms is stretched away by at most 2 %; below
 * lies the rounding of RTMP's milliseconds. The resampler always works: one that only begins to when there is
 * drift begins its timeline anew.
 */
const HEALING = 'async=1000:min_comp=0.005:min_hard_comp=0.1:flags=res'

/** Silence comes in pieces of 0.1 s, the last one of what is left for another time. */
const SILENCE_SAMPLES = SAMPLE_RATE / 10

/**
 * Brings decoded audio to 48 kHz stereo in frames of 1024 samples without a gap between them, on the
 * timeline of the source. When the source changes, a new resampler goes on at the sample where the old
 * one ended.
 */
export class AudioGraph {
  readonly #framer: AudioChain
  #resampler: AudioChain | null = null
  #shape = ''
  /** Where the next sample lies, in samples of the output; null before the first one. */
  #next: bigint | null = null

  /** @param onFrame is lent each frame, its time in samples */
  constructor(onFrame: (frame: Frame) => void) {
    this.#framer = new AudioChain(ENCODED_SOUND, [['asetnsamples', `n=${FRAME_SAMPLES}:p=0`]], onFrame)
  }

  /** @param frame decoded audio, its time in milliseconds */
  push(frame: Frame): void {
    const shape = [frame.sampleRate, frame.format, layoutOf(frame)].join(':')
    if (!this.#resampler || shape !== this.#shape) this.#rebuild(frame, shape)
    this.#resampler?.push(frame)
  }

  /** Goes on with silence up to about this time; what is pushed later begins behind it. */
  fill(time: Milliseconds): void {
    const until = BigInt(Math.round((time * SAMPLE_RATE) / 1000))
    if (this.#next !== null && until - this.#next < SILENCE_SAMPLES) return
    this.#endResampler()
    this.#next ??= until
    while (until - this.#next >= SILENCE_SAMPLES) {
      const frame = silence(this.#next)
      this.#frame(frame)
      frame.free()
    }
  }

  /** Hands out what is under way; nothing can be pushed after. */
  flush(): void {
    this.#resampler?.push(null)
    this.#framer.push(null)
  }

  close(): void {
    this.#resampler?.close()
    this.#framer.close()
  }

  #rebuild(like: Frame, shape: string): void {
    this.#endResampler()
    this.#shape = shape
    // The resampler counts its beginning in samples of its input.
    const start =
      this.#next === null
        ? ''
        : `:first_pts=${Math.round((Number(this.#next) * like.sampleRate) / SAMPLE_RATE)}`
    this.#resampler = new AudioChain(
      `time_base=1/1000:sample_rate=${like.sampleRate}:sample_fmt=${like.format}:channel_layout=${layoutOf(like)}`,
      [
        ['aresample', `${SAMPLE_RATE}:${HEALING}${start}`],
        ['aformat', 'sample_fmts=fltp:channel_layouts=stereo'],
      ],
      (frame) => this.#frame(frame),
    )
  }

  #endResampler(): void {
    this.#resampler?.push(null)
    this.#resampler?.close()
    this.#resampler = null
  }

  #frame(frame: Frame): void {
    if (this.#next !== null && isAbout(frame.pts, this.#next)) frame.pts = this.#next
    this.#next = frame.pts + BigInt(frame.nbSamples)
    this.#framer.push(frame)
  }
}

/** True where two times differ by no more than was lost by rounding to samples of another rate. */
function isAbout(pts: bigint, expected: bigint): boolean {
  const most = 8n
  return pts === AV_NOPTS_VALUE || (pts - expected <= most && expected - pts <= most)
}

function silence(pts: bigint): Frame {
  const frame = Frame.fromAudioBuffer(Buffer.alloc(SILENCE_SAMPLES * 2 * 4), {
    nbSamples: SILENCE_SAMPLES,
    format: AV_SAMPLE_FMT_FLTP,
    sampleRate: SAMPLE_RATE,
    channelLayout: AV_CHANNEL_LAYOUT_STEREO,
  })
  frame.pts = pts
  return frame
}

function layoutOf(frame: Frame): string {
  const { nbChannels, mask } = frame.channelLayout
  if (nbChannels === 1) return 'mono'
  if (nbChannels === 2) return 'stereo'
  return mask > 0n ? `0x${mask.toString(16)}` : `${nbChannels}c`
}
