import type { Frame } from 'node-av/lib'
import type { SoundMeasured } from '../../contract/media.ts'
import { AudioChain } from './audio-chain.ts'
import { ENCODED_SOUND, SAMPLE_RATE } from './audio-graph.ts'
import { readMetadata } from './native.ts'

/** The filters say something of each 0.1 s. */
const BLOCK_SAMPLES = SAMPLE_RATE / 10
/** Of so many blocks one is told. */
const BLOCKS_TOLD = 2
/** What dithering leaves of nothing, and no microphone reaches. */
const SILENCE = 'n=-80dB:d=2'
/** Short-term loudness is that of 3 s (EBU Tech 3341). */
const SHORT_TERM_BLOCKS = 30
/** What is below counts as nothing (ITU-R BS.1770-5 annex 1, the absolute gate). */
const GATE_LUFS = -70
/** What is quieter is as good as nothing; a number for all of it crosses JSON. */
const FLOOR_DB = -120

const FILTERS: readonly [string, string][] = [
  ['asetnsamples', `n=${BLOCK_SAMPLES}:p=0`],
  ['silencedetect', SILENCE],
  ['ebur128', 'metadata=1'],
  ['astats', 'metadata=1:reset=1:measure_perchannel=Peak_level:measure_overall=none'],
]

/**
 * Measures the sound that the encoders get by FFmpeg's filters: peaks, short-term loudness (EBU R 128), and
 * silence.
 */
export class SoundMeter {
  readonly #chain: AudioChain
  readonly #tell: (measured: SoundMeasured) => void
  #silentSince: number | null = null
  #peaks: [number, number] = [FLOOR_DB, FLOOR_DB]
  #blocks = 0

  /** @param tell is told some 5 times for each second of sound */
  constructor(tell: (measured: SoundMeasured) => void) {
    this.#tell = tell
    this.#chain = new AudioChain(ENCODED_SOUND, FILTERS, (block) =>
      readMetadata(block, (said) => this.#read(block, said)),
    )
  }

  /** @param frame of what {@link ENCODED_SOUND} says; it is empty after */
  push(frame: Frame): void {
    this.#chain.push(frame)
  }

  close(): void {
    this.#chain.close()
  }

  #read(block: Frame, said: (name: string) => string | null): void {
    const start = said('lavfi.silence_start')
    if (start !== null) this.#silentSince = Number(start)
    if (said('lavfi.silence_end') !== null) this.#silentSince = null
    const peak = (channel: number) => numberOf(said(`lavfi.astats.${channel}.Peak_level`))
    this.#peaks = [loudest(this.#peaks[0], peak(1)), loudest(this.#peaks[1], peak(2))]
    this.#blocks += 1
    if (this.#blocks % BLOCKS_TOLD !== 0) return
    const seconds = Number(block.pts + BigInt(block.nbSamples)) / SAMPLE_RATE
    this.#tell({
      peaksDb: this.#peaks,
      shortTermLufs: this.#shortTerm(numberOf(said('lavfi.r128.S'))),
      silentMs: this.#silentSince === null ? null : Math.round((seconds - this.#silentSince) * 1000),
    })
    this.#peaks = [FLOOR_DB, FLOOR_DB]
  }

  /** @param loudness no number where FFmpeg has none */
  #shortTerm(loudness: number): number | null {
    if (this.#blocks < SHORT_TERM_BLOCKS) return null
    return loudness > GATE_LUFS ? loudness : GATE_LUFS
  }
}

/** No number for nothing, which FFmpeg writes as `-inf` or `nan`. */
const numberOf = (text: string | null): number => (text === null ? NaN : Number(text))

/** @param next may be no number */
const loudest = (before: number, next: number): number => (next > before ? next : before)
