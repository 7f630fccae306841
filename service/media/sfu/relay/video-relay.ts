import type { Rid } from '../../../contract/sfu-api.ts'
import type { VideoCodec } from '../../../contract/signaling.ts'
import type { Milliseconds } from '../../../contract/units.ts'
import type { RtpPacketView } from '../../../protocol/rtp/packet.ts'
import type { IncomingStream } from '../forwarding/incoming-stream.ts'
import type { ProducerTap } from '../forwarding/packet-sink.ts'
import type { Producer } from '../forwarding/producer.ts'
import { LayerRelay } from './layer-relay.ts'
import type { RelayedFrame } from './layer-relay.ts'
import type { RelayClock } from './relay-clock.ts'

/** A layer without packets for this long is not sent any more. */
const SILENCE: Milliseconds = 1_500
const KEY_REQUEST_INTERVAL: Milliseconds = 1_000
const ORDER: readonly Rid[] = ['r0', 'r1', 'r2']

const rank = (rid: Rid | null) => (rid === null ? 0 : ORDER.indexOf(rid))

/** The best layer that a video track has at any time, changed at key frames. */
export class VideoRelay implements ProducerTap {
  readonly #producer: Producer
  readonly #codec: VideoCodec
  readonly #clock: RelayClock
  readonly #onFrame: (frame: RelayedFrame) => void
  readonly #layers = new Map<Rid | null, LayerRelay>()
  #current: Rid | null | undefined
  #askedAt: Milliseconds = -Infinity

  constructor(
    producer: Producer,
    codec: VideoCodec,
    clock: RelayClock,
    onFrame: (frame: RelayedFrame) => void,
  ) {
    this.#producer = producer
    this.#codec = codec
    this.#clock = clock
    this.#onFrame = onFrame
  }

  packet(stream: IncomingStream, packet: RtpPacketView, now: Milliseconds): void {
    const { rid } = stream
    for (const frame of this.#layer(rid).push(stream, packet, now)) this.#take(rid, frame, now)
    const wanted = this.#best(now)
    if (wanted !== undefined && (wanted !== this.#current || this.#layer(wanted).needsKey)) {
      this.askForKey(wanted, now)
    }
  }

  senderReport(stream: IncomingStream, ntpMs: number, rtpTimestamp: number, now: Milliseconds): void {
    this.#layer(stream.rid).report(stream, ntpMs, rtpTimestamp, now)
  }

  /** @param rid default: the layer that is relayed */
  askForKey(rid: Rid | null | undefined, now: Milliseconds): void {
    if (now - this.#askedAt < KEY_REQUEST_INTERVAL) return
    this.#askedAt = now
    this.#producer.requestKeyFrame(rid ?? this.#current ?? undefined)
  }

  #take(rid: Rid | null, frame: RelayedFrame, now: Milliseconds): void {
    if (rid !== this.#current) {
      if (!frame.key || !this.#isBetter(rid, now)) return
      this.#current = rid
    }
    this.#onFrame(frame)
  }

  #isBetter(rid: Rid | null, now: Milliseconds): boolean {
    if (this.#current === undefined || rank(rid) > rank(this.#current)) return true
    return now - this.#layer(this.#current).lastPacketAt > SILENCE
  }

  /** The highest layer that is being sent. */
  #best(now: Milliseconds): Rid | null | undefined {
    let best: Rid | null | undefined
    for (const [rid, layer] of this.#layers) {
      if (now - layer.lastPacketAt > SILENCE) continue
      if (best === undefined || rank(rid) > rank(best)) best = rid
    }
    return best
  }

  #layer(rid: Rid | null): LayerRelay {
    const known = this.#layers.get(rid)
    if (known) return known
    const layer = new LayerRelay(this.#codec, this.#clock)
    this.#layers.set(rid, layer)
    return layer
  }
}
