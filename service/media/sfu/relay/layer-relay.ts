import type { VideoCodec } from '../../../contract/signaling.ts'
import type { Milliseconds } from '../../../contract/units.ts'
import type { DepacketizedFrame, VideoDepacketizer } from '../../../protocol/rtp/depacketized-frame.ts'
import { createDepacketizer } from '../../../protocol/depacketizer.ts'
import { VIDEO_CLOCK_RATE } from '../../../protocol/rtp/payload-types.ts'
import type { RtpPacketView } from '../../../protocol/rtp/packet.ts'
import type { IncomingStream } from '../forwarding/incoming-stream.ts'
import { FrameAssembler } from './frame-assembler.ts'
import type { AssembledFrame } from './frame-assembler.ts'
import { PacketOrder } from './packet-order.ts'
import type { RelayClock, TrackClock } from './relay-clock.ts'

/** How long a lost packet may take to be sent again. */
const PATIENCE: Milliseconds = 400

/** A frame that can be decoded, if those before it were. */
export interface RelayedFrame extends DepacketizedFrame {
  readonly at: Milliseconds
}

/** Puts the frames of one video layer together; after a loss it goes on with a key frame. */
export class LayerRelay {
  readonly #codec: VideoCodec
  readonly #clock: TrackClock
  readonly #order = new PacketOrder(PATIENCE)
  #depacketizer: VideoDepacketizer
  #assembler = new FrameAssembler()
  #needsKey = true
  #lastPacketAt: Milliseconds = -Infinity

  constructor(codec: VideoCodec, clock: RelayClock) {
    this.#codec = codec
    this.#depacketizer = createDepacketizer(codec)
    this.#clock = clock.track(VIDEO_CLOCK_RATE)
  }

  /** True until the next key frame. */
  get needsKey(): boolean {
    return this.#needsKey
  }

  get lastPacketAt(): Milliseconds {
    return this.#lastPacketAt
  }

  push(stream: IncomingStream, packet: RtpPacketView, now: Milliseconds): RelayedFrame[] {
    this.#lastPacketAt = now
    this.#begin(stream)
    return this.#order.push(packet, now).flatMap((next) => {
      const frame = this.#assembler.push(next)
      if (frame === 'lost') this.#needsKey = true
      return frame === null || frame === 'lost' ? [] : this.#frame(frame, now)
    })
  }

  report(stream: IncomingStream, ntpMs: number, rtpTimestamp: number, now: Milliseconds): void {
    this.#begin(stream)
    this.#clock.report(ntpMs, rtpTimestamp, now)
  }

  #begin(stream: IncomingStream): void {
    if (!this.#order.begin(stream)) return
    this.#clock.restart()
    this.#depacketizer = createDepacketizer(this.#codec)
    this.#assembler = new FrameAssembler()
    this.#needsKey = true
  }

  #frame({ timestamp, payloads }: AssembledFrame, now: Milliseconds): RelayedFrame[] {
    const at = this.#clock.at(timestamp, now)
    try {
      const frame = this.#depacketizer.frame(payloads)
      if (this.#needsKey && !frame.key) return []
      this.#needsKey = false
      return [{ ...frame, at }]
    } catch {
      // A client's bytes: what is no frame is left out, as if it had been lost.
      this.#needsKey = true
      return []
    }
  }
}
