import { randomInt } from 'node:crypto'
import type { SctpStats } from '../../../contract/sfu-stats.ts'
import type { ConnectionUsage, SfuOpen, TransportCause } from '../../../contract/sfu-worker.ts'
import type { ArmedRules } from '../../../platform/faults/armed-rules.ts'
import type { Clock } from '../../../platform/clock.ts'
import { monotonicNow } from '../../../platform/clock.ts'
import { plainAddress } from '../../../platform/net/address-group.ts'
import { upstreamCapBps } from '../bandwidth/upstream-cap.ts'
import { mediaPath } from '../../faults/media-path.ts'
import type { MediaPath } from '../../faults/media-path.ts'
import { ConnectionMedia } from '../forwarding/connection-media.ts'
import type { Consumer } from '../forwarding/consumer.ts'
import type { CounterGroup } from '../forwarding/counters.ts'
import type { Producer } from '../forwarding/producer.ts'
import { checkAnswer, checkSameTransport, parseAnswer } from '../negotiation/answer.ts'
import { readCapabilities } from '../negotiation/capabilities.ts'
import type { Capabilities } from '../negotiation/capabilities.ts'
import { MediaLines } from '../negotiation/media-lines.ts'
import { MAX_CANDIDATES } from '../negotiation/remote.ts'
import type { Certificate } from '../transport/certificate.ts'
import type { IcePort } from '../transport/ice-port.ts'
import type { RemoteParameters } from '../transport/parameters.ts'
import { Transport } from '../transport/transport.ts'
import type { TransportCounters } from '../transport/counters.ts'
import { FocusCounters } from './focus-counters.ts'

/** What happens to a member's media. */
export interface MemberListener {
  opened(member: Member): void
  lost(member: Member, cause: TransportCause): void
}

export interface MemberParts {
  readonly port: IcePort
  readonly certificate: Certificate
  readonly clock: Clock
  readonly counters: TransportCounters
  readonly rules?: ArmedRules | undefined
}

/** Data channels are declined (docs/signaling.md), so that nobody speaks SCTP. */
const NO_SCTP: SctpStats = {
  total_received_sctp: 0,
  total_received_sctp_byte_size: 0,
  total_sent_sctp: 0,
  total_sent_sctp_byte_size: 0,
}

interface Received {
  readonly consumer: Consumer
  readonly mid: string
}

/** One connection of a room: its transport, its m-lines, what it sends and what it gets of others. */
export class Member {
  readonly opened: SfuOpen
  /** What the spotlight did to it. */
  readonly focusCounters = new FocusCounters()
  readonly #lines: MediaLines
  readonly #transport: Transport
  readonly #media: ConnectionMedia
  readonly #path: MediaPath
  readonly #capabilities: Capabilities
  readonly #received = new Map<Producer, Received>()
  /** True where it lacks tracks because its m-lines were all taken. */
  #lacksTracks = false
  #candidates = 0
  /** Of its first answer; it does not change. */
  #remote: RemoteParameters | null = null

  /** @throws SdpError when the client's capabilities are no SDP */
  constructor(opened: SfuOpen, parts: MemberParts, listener: MemberListener) {
    this.opened = opened
    this.#capabilities = readCapabilities(opened.capabilities)
    const { audio, video, layers } = opened
    const upstream = {
      audio: this.sends ? audio : null,
      video: this.sends && video ? { ...video, layers } : null,
    }
    this.#lines = new MediaLines(upstream, this.receives)
    this.#transport = new Transport(
      { id: opened.connectionId, remoteAddress: plainAddress(opened.remoteAddress), ...parts },
      {
        opened: () => {
          this.#media.start()
          listener.opened(this)
        },
        packet: (bytes) => this.#path.received(bytes),
        ended: (cause) => listener.lost(this, cause),
      },
    )
    this.#path = mediaPath(opened, parts, {
      send: (packet) => this.#transport.send(packet),
      received: (packet) => this.#media.packet(packet),
    })
    this.#media = new ConnectionMedia({
      connectionId: opened.connectionId,
      sink: this.#path,
      now: monotonicNow,
      wallNow: () => parts.clock.now(),
      random: () => randomInt(1, 2 ** 32),
    })
    const { mid } = this.#lines
    this.#media.expect({
      audio: upstream.audio && mid.audio !== undefined ? { mid: mid.audio } : null,
      video:
        upstream.video && mid.video !== undefined
          ? {
              mid: mid.video,
              codec: upstream.video.codec,
              rids: upstream.video.layers?.map(({ rid }) => rid) ?? null,
            }
          : null,
    })
  }

  get connectionId() {
    return this.opened.connectionId
  }

  get clientId() {
    return this.opened.clientId
  }

  get bundleId() {
    return this.opened.bundleId
  }

  get sends(): boolean {
    return this.opened.role !== 'recvonly'
  }

  get receives(): boolean {
    return this.opened.role !== 'sendonly'
  }

  /** True once its media is connected. */
  get isOpen(): boolean {
    return this.#transport.isOpen
  }

  get mid(): { audio?: string; video?: string } {
    return this.#lines.mid
  }

  get producers(): readonly Producer[] {
    return this.#media.producers
  }

  /** What it gets of others. */
  get consumers(): readonly Consumer[] {
    return [...this.#received.values()].map(({ consumer }) => consumer)
  }

  get usage(): Omit<ConnectionUsage, 'connectionId'> {
    const { receivedBytes, sentBytes } = this.#transport
    return { receivedBytes, sentBytes, mediaAgeMs: this.#media.mediaAgeMs }
  }

  offer(): string {
    return this.#lines.offer(this.#transport.local)
  }

  /**
   * The client's answer to the last offer; the first one starts the transport.
   * @throws SdpError or TransportError when it does not fit
   */
  answer(sdp: string): void {
    const { remote, lines } = parseAnswer(sdp)
    checkAnswer(lines, this.#lines)
    if (this.#remote) checkSameTransport(remote, this.#remote)
    this.#media.announced(lines)
    if (this.#remote) return
    this.#remote = remote
    this.#transport.start(remote)
  }

  /** One more address of the client, as its browser told it: with it ICE begins from both sides. */
  candidate(candidate: string): void {
    if (this.#candidates++ < MAX_CANDIDATES) this.#transport.addCandidate(candidate)
  }

  /** Whether it may get tracks that it had no m-lines for. */
  get lacksTracks(): boolean {
    return this.#lacksTracks
  }

  /** @returns false where it cannot get the sender's track: its own choice, its codecs or its m-lines forbid it */
  add(producer: Producer): boolean {
    if (!this.#wants(producer) || this.#received.has(producer)) return false
    if (!this.#lines.hasRoomFor(producer.kind)) {
      this.#lacksTracks = true
      return false
    }
    const consumer = this.#media.consume(producer)
    const { connectionId: streamId, id: trackId } = producer
    const { ssrc, rtxSsrc } = consumer
    const mid =
      producer.codec === 'OPUS'
        ? this.#lines.addDownstream({ kind: 'audio', streamId, trackId, ssrc, opus: {} })
        : this.#lines.addDownstream({
            kind: 'video',
            streamId,
            trackId,
            ssrc,
            rtxSsrc: rtxSsrc ?? 0,
            codec: producer.codec,
          })
    consumer.mid = mid
    this.#received.set(producer, { consumer, mid })
    return true
  }

  /** @returns whether it got the track */
  remove(producer: Producer): boolean {
    const received = this.#received.get(producer)
    if (!received) return false
    this.#received.delete(producer)
    this.#lines.removeDownstream(received.mid)
    this.#media.release(received.consumer)
    return true
  }

  consumerOf(producer: Producer): Consumer | null {
    return this.#received.get(producer)?.consumer ?? null
  }

  /** @param kilobitsPerSecond most that it is to send as video; told by RTCP at once and in the next offer */
  limitVideo(kilobitsPerSecond: number): void {
    const bps = (kilobits: number | null | undefined) => (kilobits ? kilobits * 1000 : null)
    const { audio, video } = this.opened
    const limits = { configuredBps: bps(video?.bitRate), audioBps: bps(audio?.bitRate) }
    this.#media.limitVideo(upstreamCapBps({ ...limits, changedBps: bps(kilobitsPerSecond) }))
    this.#lines.setVideoBitRate(kilobitsPerSecond)
  }

  tick(): void {
    this.#media.tick()
  }

  /** Groups of counters of statistics. */
  counters(): Record<string, CounterGroup> {
    const nowMs = monotonicNow()
    return {
      ...this.#media.counters(),
      spotlight: this.focusCounters.stats(nowMs),
      ice_connection_state: this.#transport.iceCounters.stats(nowMs),
      sctp: NO_SCTP,
    }
  }

  close(): void {
    this.#media.close()
    this.#path.close()
    this.#transport.close()
  }

  #wants(producer: Producer): boolean {
    if (!this.receives) return false
    if (producer.codec === 'OPUS') return this.opened.audio !== null && this.#capabilities.opus
    return this.opened.video !== null && this.#capabilities.videoCodecs.has(producer.codec)
  }
}
