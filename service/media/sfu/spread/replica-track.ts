import type { Milliseconds } from '../../../contract/units.ts'
import { RtpPacketView } from '../../../protocol/rtp/packet.ts'
import type { SharedTrack } from '../../link/room-message.ts'
import { Producer } from '../forwarding/producer.ts'

const MEASURE_INTERVAL: Milliseconds = 1000

/** What the process that has the track is told. */
export interface Upstream {
  wanted(track: number, wanted: boolean): void
  keyWanted(track: number, layer: number): void
}

/**
 * A track that a connection of another process sends: a producer that is fed by the link, and feeds the consumers of
 * this process as one of its own does. What gets lost on the way from the client is asked for where the client is;
 * what consumers lack is sent again from here.
 */
export class ReplicaTrack {
  readonly producer: Producer
  readonly #number: number
  readonly #upstream: Upstream
  readonly #view = new RtpPacketView()
  #isWanted = false
  #measuredMs: Milliseconds | null = null

  /** @param now monotonic */
  constructor(
    connectionId: string,
    { number, id, codec, rids }: SharedTrack,
    upstream: Upstream,
    now: () => Milliseconds,
  ) {
    this.#number = number
    this.#upstream = upstream
    this.producer = new Producer({
      ...{ connectionId, codec, rids, replicaOf: id, now },
      // It comes by no m-line.
      mid: '',
      askKeyFrame: (ssrc) => {
        const layer = this.producer.sources.findIndex(({ stream }) => stream?.ssrc === ssrc)
        if (layer >= 0) upstream.keyWanted(number, layer)
      },
    })
  }

  /** @param begins whether another stream of the layer begins with it */
  packet(layerIndex: number, begins: boolean, bytes: Uint8Array, nowMs: Milliseconds): void {
    const layer = this.producer.sources[layerIndex]
    if (!layer || !this.#view.read(bytes)) return
    if (begins) layer.begin(this.#view.ssrc)
    this.producer.packet(layer, this.#view, false, nowMs)
  }

  /** @param ntpMs since 1900, on the sender's clock @param arrivedMs when it came to the other process */
  report(layerIndex: number, ntpMs: Milliseconds, rtpTimestamp: number, arrivedMs: Milliseconds): void {
    const stream = this.producer.sources[layerIndex]?.stream
    if (stream) this.producer.senderReport(stream, { ntpMs, ntpMiddle: 0, rtpTimestamp, arrivedMs })
  }

  /** Every 20 ms. */
  tick(nowMs: Milliseconds): void {
    const { producer } = this
    if (producer.isWanted !== this.#isWanted) {
      this.#isWanted = !this.#isWanted
      this.#upstream.wanted(this.#number, this.#isWanted)
    }
    producer.tick(nowMs)
    this.#measuredMs ??= nowMs
    if (nowMs - this.#measuredMs < MEASURE_INTERVAL) return
    this.#measuredMs = nowMs
    producer.measure(nowMs)
  }
}
