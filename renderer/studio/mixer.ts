/** The sound that is sent: one track for good, whatever source feeds it, with gain, mute and level. */
import type { Levels } from '../api/events/levels.ts'
import { K_WEIGHTING } from './loudness.ts'

const SAMPLE_RATE = 48_000
/** What is measured at a time: 0.1 s. */
const BLOCK_SAMPLES = SAMPLE_RATE / 10
/** Holds a block, as a power of 2. */
const WINDOW_SAMPLES = 8192

export class Mixer {
  readonly context = new AudioContext({ sampleRate: SAMPLE_RATE })
  readonly track: MediaStreamTrack
  readonly #gain: GainNode
  /** Of the left and the right channel, as they are and as they are heard. */
  readonly #plain: readonly AnalyserNode[]
  readonly #weighted: readonly AnalyserNode[]
  readonly #samples = new Float32Array(WINDOW_SAMPLES)
  #input: AudioNode | null = null

  constructor() {
    // A microphone has one channel and is heard in both.
    this.#gain = new GainNode(this.context, { channelCount: 2, channelCountMode: 'explicit' })
    const out = new MediaStreamAudioDestinationNode(this.context)
    this.#gain.connect(out)
    const heard = K_WEIGHTING.reduce<AudioNode>(
      (before, [feedforward, feedback]) =>
        before.connect(
          new IIRFilterNode(this.context, { feedforward: [...feedforward], feedback: [...feedback] }),
        ),
      this.#gain,
    )
    this.#plain = this.#analysers(this.#gain)
    this.#weighted = this.#analysers(heard)
    const [track] = out.stream.getAudioTracks()
    if (track === undefined) throw new Error('the mixer gave no sound')
    this.track = track
  }

  /** Browsers let sound begin only after the operator has acted. */
  resume(): void {
    void this.context.resume().catch(() => undefined)
  }

  /** Takes its sound from `input` alone; null is silence. */
  feed(input: AudioNode | null): void {
    this.#input?.disconnect()
    this.#input = input
    input?.connect(this.#gain)
  }

  /** @param gainDb decibels that are added */
  set(isMuted: boolean, gainDb: number): void {
    const gain = isMuted ? 0 : 10 ** (gainDb / 20)
    this.#gain.gain.setTargetAtTime(gain, this.context.currentTime, 0.01)
  }

  /** Peaks of the last 0.1 s, dBFS. */
  peaksDb(): Levels {
    const [left, right] = this.#plain.map((analyser) => {
      let peak = 0
      for (const sample of this.#block(analyser)) peak = Math.max(peak, Math.abs(sample))
      return 20 * Math.log10(peak)
    })
    return [left ?? -Infinity, right ?? -Infinity]
  }

  /** Mean square of the last 0.1 s as it is heard (K-weighted), summed over both channels. */
  power(): number {
    let power = 0
    for (const analyser of this.#weighted) {
      for (const sample of this.#block(analyser)) power += (sample * sample) / BLOCK_SAMPLES
    }
    return power
  }

  /** The newest samples; valid until the next call. */
  #block(analyser: AnalyserNode): Float32Array {
    analyser.getFloatTimeDomainData(this.#samples)
    return this.#samples.subarray(-BLOCK_SAMPLES)
  }

  #analysers(from: AudioNode): AnalyserNode[] {
    const channels = new ChannelSplitterNode(this.context, { numberOfOutputs: 2 })
    from.connect(channels)
    return [0, 1].map((channel) => {
      const analyser = new AnalyserNode(this.context, { fftSize: WINDOW_SAMPLES })
      channels.connect(analyser, channel)
      return analyser
    })
  }
}
