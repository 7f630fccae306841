/** The sound that is sent: one track for good, whatever source feeds it, with gain, mute and level. */

/** Shown levels, dBFS. */
export const QUIETEST_DB = -60

export class Mixer {
  readonly context = new AudioContext({ sampleRate: 48_000 })
  readonly track: MediaStreamTrack
  readonly #gain: GainNode
  readonly #analyser: AnalyserNode
  readonly #samples: Float32Array<ArrayBuffer>
  #input: AudioNode | null = null
  #isMuted = false
  #gainDb = 0

  constructor() {
    this.#gain = new GainNode(this.context)
    this.#analyser = new AnalyserNode(this.context, { fftSize: 2048 })
    this.#samples = new Float32Array(this.#analyser.fftSize)
    const out = new MediaStreamAudioDestinationNode(this.context)
    this.#gain.connect(this.#analyser).connect(out)
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
    this.#isMuted = isMuted
    this.#gainDb = gainDb
    const gain = this.#isMuted ? 0 : 10 ** (this.#gainDb / 20)
    this.#gain.gain.setTargetAtTime(gain, this.context.currentTime, 0.01)
  }

  /** Peak of the last 43 ms in dBFS, from {@link QUIETEST_DB} to 0. */
  levelDb(): number {
    this.#analyser.getFloatTimeDomainData(this.#samples)
    let peak = 0
    for (const sample of this.#samples) peak = Math.max(peak, Math.abs(sample))
    return Math.min(0, Math.max(QUIETEST_DB, 20 * Math.log10(peak)))
  }
}
