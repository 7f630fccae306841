import type { IncomingStream } from '../forwarding/incoming-stream.ts'
import type { OutgoingPacket } from '../forwarding/outgoing-packet.ts'
import type { PacketReceiver, Producer } from '../forwarding/producer.ts'
import type { SenderReport } from '../forwarding/sender-clock.ts'

/** The way to another process. */
export interface TapSink {
  /** False while too much waits: then packets are left out. */
  readonly hasRoom: boolean
  /** @param bytes only lent */
  packet(layer: number, begins: boolean, bytes: Uint8Array): void
  report(layer: number, report: SenderReport): void
}

/** One layer on its way. */
interface Flow {
  stream: IncomingStream | null
  /** Number of the packet that it goes on with; earlier ones are not sent. */
  first: number
  /** Added to numbers, so that what was left out leaves no gap. */
  offset: number
  /** Number of the newest packet that was sent. */
  last: number
  /** The next packet is the first of its stream. */
  begins: boolean
  /** Packets were left out while nobody wanted them. */
  isAnew: boolean
  /** Packets were left out on the way; it goes on where decoding can begin. */
  isCut: boolean
  /** The last one that was sent on. */
  report: SenderReport | null
}

/**
 * A producer as another process gets it: all layers, each packet once, as the sender numbered and dated it. A process
 * that is slow misses pictures until the next key frame, and holds nobody up.
 */
export class PacketTap implements PacketReceiver {
  readonly isWanting = true
  readonly #producer: Producer
  readonly #sink: TapSink
  readonly #flows: readonly Flow[]

  constructor(producer: Producer, sink: TapSink) {
    this.#producer = producer
    this.#sink = sink
    this.#flows = producer.sources.map(newFlow)
  }

  open(): void {
    for (const flow of this.#flows) flow.isAnew = true
    this.#producer.addReceiver(this)
  }

  take(packet: OutgoingPacket, stream: IncomingStream): void {
    const layer = this.#producer.sources.findIndex((each) => each.stream === stream)
    const flow = this.#flows[layer]
    if (!flow) return
    if (flow.stream !== stream) {
      flow.stream = stream
      flow.begins = true
      flow.isAnew = true
      flow.report = null
    }
    if (!this.#sink.hasRoom) {
      flow.isCut = true
      return
    }
    if (flow.isCut ? packet.isEntry : flow.isAnew) goOnWith(packet, flow)
    else if (flow.isCut || packet.number < flow.first) return
    this.#send(packet, stream, layer, flow)
    if (stream.senderReport && stream.senderReport !== flow.report) {
      flow.report = stream.senderReport
      this.#sink.report(layer, stream.senderReport)
    }
  }

  layersChanged(): void {
    return
  }

  /** The other process may show any layer of it. */
  watches(stream: IncomingStream): boolean {
    return this.#flows.some((flow) => flow.stream === stream)
  }

  /** Every 20 ms: asks for the key frames to go on with. */
  tick(): void {
    if (!this.#sink.hasRoom) return
    for (const { isCut, stream } of this.#flows)
      if (isCut && stream) this.#producer.requestKeyFrame(stream.rid)
  }

  close(): void {
    this.#producer.removeReceiver(this)
  }

  #send(packet: OutgoingPacket, stream: IncomingStream, layer: number, flow: Flow): void {
    const number = packet.number + flow.offset
    // Others may have written their own numbers into it.
    packet.patch(number, packet.timestamp, stream.ssrc, 0)
    packet.patchPicture(packet.picture, packet.temporal)
    this.#sink.packet(layer, flow.begins, packet.bytes)
    flow.begins = false
    flow.last = Math.max(flow.last, number)
  }
}

const newFlow = (): Flow => {
  return {
    stream: null,
    first: 0,
    offset: 0,
    last: 0,
    begins: false,
    isAnew: true,
    isCut: false,
    report: null,
  }
}

function goOnWith(packet: OutgoingPacket, flow: Flow): void {
  flow.isAnew = false
  flow.isCut = false
  flow.first = packet.number
  flow.offset = flow.last + 1 - packet.number
}
