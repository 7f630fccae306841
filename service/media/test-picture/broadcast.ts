import type { CodecContext } from 'node-av/lib'
import type { TestPictureRequests } from '../../contract/worker-protocol.ts'
import { systemClock } from '../../platform/clock.ts'
import { SAMPLE_RATE } from '../transcode/audio-graph.ts'
import { encode, openAudio, openVideo } from './encoder.ts'
import { Pace } from './pace.ts'
import { Picture } from './picture.ts'
import { RtmpOutput } from './rtmp-output.ts'
import { Sound } from './sound.ts'

const VIDEO = 0
const AUDIO = 1

/** A test picture on air. */
export class Broadcast {
  readonly #frameRate: number
  readonly #picture: Picture
  readonly #sound: Sound
  readonly #video: CodecContext
  readonly #audio: CodecContext
  readonly #output: RtmpOutput
  readonly #stop = Promise.withResolvers<undefined>()
  /** End of the sound so far, in samples. */
  #soundEnd = 0
  #stopped = false

  private constructor(
    request: TestPictureRequests['publish'][0],
    video: CodecContext,
    audio: CodecContext,
    output: RtmpOutput,
  ) {
    this.#frameRate = request.frameRate
    this.#picture = new Picture(request)
    this.#sound = new Sound()
    this.#video = video
    this.#audio = audio
    this.#output = output
  }

  /**
   * Connects to the address; resolves when the publisher was accepted.
   * @throws Refusal TEST_PICTURE_REFUSED with the reason; PublishError where it could not be published
   */
  static async start(request: TestPictureRequests['publish'][0]): Promise<Broadcast> {
    const video = openVideo(request, request.bitRateBps)
    const audio = openAudio()
    const output = await RtmpOutput.publish(request.url, [video, audio])
    return new Broadcast(request, video, audio, output)
  }

  /**
   * Sends pictures and sound in real time until stopped.
   * @param leftOut is told of pictures that were never sent, by the first's number and that of the one after the
   *   last: this computer was too late for them
   * @throws PublishError when the connection is gone
   */
  async run(leftOut: (from: number, to: number) => void): Promise<void> {
    const pace = new Pace(this.#frameRate, performance.now())
    const startedAt = systemClock.now()
    for (let number = 0; ; number++) {
      await this.#wait(pace.waitFor(number, performance.now()))
      if (this.#stopped) break
      const due = pace.catchUp(number, performance.now())
      if (due > number) leftOut(number, due)
      number = due
      await this.#send(number, startedAt + (number * 1000) / this.#frameRate)
    }
    await this.#output.close()
  }

  /** Ends `run` in good order. */
  stop(): void {
    this.#stopped = true
    this.#stop.resolve(undefined)
  }

  async #send(number: number, time: number): Promise<void> {
    for (const packet of encode(this.#video, this.#picture.draw(number, time))) {
      await this.#output.write(VIDEO, packet)
    }
    const until = ((number + 1) / this.#frameRate) * SAMPLE_RATE
    while (this.#soundEnd < until) {
      const frame = this.#sound.next()
      this.#soundEnd = Number(frame.pts) + frame.nbSamples
      // Sound that was missed while the machine slept is left out as the pictures are.
      if (until - this.#soundEnd > SAMPLE_RATE) continue
      for (const packet of encode(this.#audio, frame)) await this.#output.write(AUDIO, packet)
    }
  }

  async #wait(ms: number): Promise<void> {
    if (ms <= 0) return
    let timer: NodeJS.Timeout | undefined
    const waited = new Promise((resolve) => (timer = setTimeout(resolve, ms)))
    await Promise.race([waited, this.#stop.promise])
    clearTimeout(timer)
  }
}
