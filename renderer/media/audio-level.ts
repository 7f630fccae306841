/** How loud a video element is, also while it is muted. */

/** Not yet in the type library. */
interface Capturable {
  captureStream?(): MediaStream
}

/** Peaks below this are drawn as silence, decibels. */
const FLOOR_DB = -60

let shared: AudioContext | null = null

/** One for all meters of the window: browsers allow few. */
function audioContext(): AudioContext {
  shared ??= new AudioContext()
  // It starts suspended before the operator has pressed anything.
  if (shared.state === 'suspended') void shared.resume()
  return shared
}

export class AudioLevel {
  readonly #analyser: AnalyserNode
  readonly #samples: Float32Array<ArrayBuffer>
  readonly #stream: MediaStream | null
  readonly #sources = new Map<MediaStreamAudioTrack, MediaStreamAudioSourceNode>()

  /** The copy of the sound that is measured does not disturb what plays. */
  constructor(video: HTMLVideoElement & Capturable) {
    const context = audioContext()
    this.#analyser = context.createAnalyser()
    this.#analyser.fftSize = 2048
    this.#samples = new Float32Array(this.#analyser.fftSize)
    this.#stream = video.captureStream?.() ?? null
    this.#stream?.addEventListener('addtrack', this.#look)
    this.#stream?.addEventListener('removetrack', this.#look)
    this.#look()
  }

  /** The peak of the last 40 ms: 0 for silence, 1 for full scale, linear in decibels. */
  read(): number {
    this.#analyser.getFloatTimeDomainData(this.#samples)
    const peak = this.#samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
    const decibels = peak === 0 ? FLOOR_DB : 20 * Math.log10(peak)
    return Math.min(1, Math.max(0, 1 - decibels / FLOOR_DB))
  }

  destroy(): void {
    this.#stream?.removeEventListener('addtrack', this.#look)
    this.#stream?.removeEventListener('removetrack', this.#look)
    for (const track of this.#stream?.getTracks() ?? []) track.stop()
    for (const source of this.#sources.values()) source.disconnect()
    this.#sources.clear()
  }

  /** Follows the tracks of the element; copying its pictures would cost much for nothing. */
  readonly #look = (): void => {
    const tracks = this.#stream?.getAudioTracks() ?? []
    for (const track of this.#stream?.getVideoTracks() ?? []) track.stop()
    for (const [track, source] of this.#sources) {
      if (tracks.includes(track)) continue
      source.disconnect()
      this.#sources.delete(track)
    }
    for (const track of tracks) {
      if (this.#sources.has(track)) continue
      const source = audioContext().createMediaStreamSource(new MediaStream([track]))
      source.connect(this.#analyser)
      this.#sources.set(track, source)
    }
  }
}
