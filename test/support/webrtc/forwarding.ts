/** Connections of the forwarding engine without a network, on a clock of their own. */
import type { Rid } from '../../../service/contract/sfu-api.ts'
import type { VideoCodec } from '../../../service/contract/signaling.ts'
import { ConnectionMedia } from '../../../service/media/sfu/forwarding/connection-media.ts'
import type { Consumer } from '../../../service/media/sfu/forwarding/consumer.ts'
import type { Producer } from '../../../service/media/sfu/forwarding/producer.ts'
import type { RtcpPacket } from '../../../service/protocol/rtcp/packet.ts'
import { parseRtcp } from '../../../service/protocol/rtcp/parse.ts'
import { isRtcp, RtpPacketView } from '../../../service/protocol/rtp/packet.ts'

/** A packet as a client sees it. */
export interface SeenPacket {
  readonly bytes: Uint8Array
  readonly view: RtpPacketView
  readonly payload: Uint8Array
  readonly atMs: number
}

/** One end of a transport: what was sent to the client. */
export class Wire {
  readonly rtp: SeenPacket[] = []
  readonly rtcp: RtcpPacket[] = []
  /** Bytes as they were handed over, to tell whether they are shared. */
  readonly buffers = new Set<ArrayBufferLike>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  send(packet: Uint8Array): boolean {
    const bytes = packet.slice()
    if (isRtcp(bytes)) {
      this.rtcp.push(...parseRtcp(bytes))
      return true
    }
    this.buffers.add(packet.buffer)
    const view = new RtpPacketView()
    if (!view.read(bytes)) throw new Error('A client was sent what is no RTP packet.')
    this.rtp.push({
      bytes,
      view,
      payload: bytes.subarray(view.payloadStart, view.payloadEnd),
      atMs: this.#now(),
    })
    return true
  }

  /** Packets of one stream. */
  of(ssrc: number): SeenPacket[] {
    return this.rtp.filter(({ view }) => view.ssrc === ssrc)
  }

  /** RTCP of one type so far. */
  told<Type extends RtcpPacket['type']>(type: Type): Extract<RtcpPacket, { type: Type }>[] {
    return this.rtcp.filter((packet): packet is Extract<RtcpPacket, { type: Type }> => packet.type === type)
  }
}

export interface Client {
  readonly media: ConnectionMedia
  readonly wire: Wire
}

/** Connections of one room. */
export class ForwardingRoom {
  now = 1_000_000
  #seed = 7

  join(connectionId: string): Client {
    const wire = new Wire(() => this.now)
    const media = new ConnectionMedia({
      connectionId,
      sink: wire,
      now: () => this.now,
      wallNow: () => this.now,
      random: () => this.#random(),
    })
    return { media, wire }
  }

  /** A connection that sends, with its open transport. */
  sender(video: { codec: VideoCodec; rids?: readonly Rid[] } | null, audio = true) {
    const client = this.join('sender')
    client.media.expect({
      audio: audio ? { mid: 'a' } : null,
      video: video && { mid: 'v', codec: video.codec, rids: video.rids ?? null },
    })
    client.media.announced([])
    client.media.start()
    const producerOf = (kind: string): Producer => {
      const producer = client.media.producers.find((each) => each.kind === kind)
      if (!producer) throw new Error(`It sends no ${kind}.`)
      return producer
    }
    return { ...client, producerOf }
  }

  /** A connection that gets a producer, with its open transport. */
  receiver(...producers: readonly Producer[]): Client & { readonly consumers: readonly Consumer[] } {
    const client = this.join('receiver')
    const consumers = producers.map((producer) => client.media.consume(producer))
    client.media.announced([])
    client.media.start()
    return { ...client, consumers }
  }

  /** Moves time in the steps of the timer of an SFU process. */
  advance(ms: number, ...clients: readonly Client[]): void {
    for (let left = ms; left > 0; left -= 20) {
      this.now += Math.min(20, left)
      for (const { media } of clients) media.tick()
    }
  }

  #random(): number {
    this.#seed = (Math.imul(this.#seed, 1664525) + 1013904223) >>> 0
    return this.#seed || 1
  }
}
