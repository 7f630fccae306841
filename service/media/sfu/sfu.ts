import { isIPv6 } from 'node:net'
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import type { JsonObject } from '../../contract/sfu-api.ts'
import type { FirstOffer, SfuNotifications, SfuOpen, SfuRequests } from '../../contract/sfu-worker.ts'
import type { Milliseconds } from '../../contract/units.ts'
import { monotonicNow } from '../../platform/clock.ts'
import type { Clock, Timer } from '../../platform/clock.ts'
import type { ArmedRules } from '../../platform/faults/armed-rules.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Rpc } from '../../platform/rpc.ts'
import { ownUsage } from '../../platform/usage.ts'
import { connectMediaLink } from '../link/connect.ts'
import { HlsRelay } from './relay/hls-relay.ts'
import { Member } from './room/member.ts'
import { Room } from './room/room.ts'
import type { RoomListener } from './room/room.ts'
import { SpreadRooms } from './spread/spread-rooms.ts'
import type { Certificate } from './transport/certificate.ts'
import { TransportCounters } from './transport/counters.ts'
import type { IcePort } from './transport/ice-port.ts'

const TICK: Milliseconds = 20
const USAGE_INTERVAL: Milliseconds = 1_000

export type SfuControlLink = Rpc<Record<string, never>, SfuNotifications>

export interface SfuParts {
  readonly ports: readonly IcePort[]
  readonly certificate: Certificate
  readonly control: SfuControlLink
  readonly clock: Clock
  readonly logger: Logger
  /** Of faults on purpose; none outside of an emulator. */
  readonly rules?: ArmedRules
}

interface Seat {
  readonly member: Member
  readonly room: Room
  readonly channelId: ChannelId
  relay: HlsRelay | null
}

/** Everything that runs in an SFU process: rooms of one environment. */
export class Sfu {
  readonly #parts: SfuParts
  /** What other SFU processes have to do with. */
  readonly spread: SpreadRooms
  readonly #counters = new TransportCounters()
  readonly #rooms = new Map<ChannelId, Room>()
  readonly #seats = new Map<ConnectionId, Seat>()
  readonly #reports: Timer
  /** Runs while there is a room. */
  #ticks: Timer | null = null
  readonly #roomListener: RoomListener
  #used = ownUsage()

  constructor(parts: SfuParts) {
    this.#parts = parts
    const { clock, control } = parts
    this.#roomListener = {
      changed: (connectionId) => control.notify('connection.changed', { connectionId }),
      focused: (channelId, connectionId, fixed) =>
        control.notify('spotlight.focused', { channelId, connectionId, fixed }),
      unfocused: (channelId, connectionId) =>
        control.notify('spotlight.unfocused', { channelId, connectionId }),
      parted: (channelId, error) =>
        parts.logger.info(
          { channelId, error: error && String(error) },
          'another process has left the channel',
        ),
    }
    this.spread = new SpreadRooms((channelId) => this.#roomOf(channelId), clock)
    this.#reports = clock.every(USAGE_INTERVAL, () => this.#report())
  }

  /** @throws SdpError when the client's capabilities are no SDP */
  open(opened: SfuOpen): FirstOffer {
    const { connectionId, channelId } = opened
    const { certificate, clock, control, logger, rules } = this.#parts
    const member = new Member(
      opened,
      { port: this.#portFor(opened.remoteAddress), certificate, clock, counters: this.#counters, rules },
      {
        opened: () => {
          this.#seats.get(connectionId)?.room.opened(member)
          control.notify('connection.opened', { connectionId })
        },
        lost: (_, cause) => {
          logger.info({ channelId, connectionId, cause, ...this.#counters.snapshot() }, 'transport lost')
          control.notify('connection.lost', { connectionId, cause })
        },
      },
    )
    const room = this.#roomOf(channelId)
    this.#seats.set(connectionId, { member, room, channelId, relay: null })
    room.join(member)
    return { sdp: member.offer(), mid: member.mid }
  }

  reoffer(connectionId: ConnectionId): { sdp: string } {
    return { sdp: this.#seat(connectionId).member.offer() }
  }

  /** @throws SdpError or TransportError when the answer does not fit */
  answer(connectionId: ConnectionId, sdp: string): void {
    this.#seat(connectionId).member.answer(sdp)
  }

  /** Does nothing where it is gone already. */
  candidate(connectionId: ConnectionId, candidate: string): void {
    this.#seats.get(connectionId)?.member.candidate(candidate)
  }

  /** Does nothing where it is gone already. */
  close(connectionId: ConnectionId): void {
    const seat = this.#seats.get(connectionId)
    if (!seat) return
    this.#seats.delete(connectionId)
    seat.relay?.close()
    seat.room.leave(seat.member)
    seat.member.close()
    if (seat.room.isOver) this.#rooms.delete(seat.channelId)
  }

  stats(connectionId: ConnectionId): JsonObject {
    return this.#seat(connectionId).member.counters()
  }

  requestLayer({ connectionId, sender, rid }: SfuRequests['layer.request'][0]): void {
    const { room, member } = this.#seat(connectionId)
    room.requestLayer(member, sender, rid)
  }

  pause({ connectionId, sender, paused }: SfuRequests['video.pause'][0]): void {
    const { room, member } = this.#seat(connectionId)
    room.pause(member, sender, paused)
  }

  limitVideo({ connectionId, bitRate }: SfuRequests['video.limit'][0]): void {
    this.#seat(connectionId).member.limitVideo(bitRate)
    this.#roomListener.changed(connectionId)
  }

  /** A room that nobody is in has no spotlight. */
  room(channelId: ChannelId): Room | undefined {
    return this.#rooms.get(channelId)
  }

  /** @throws Error when nothing listens at `pipe` */
  async startRelay({ connectionId, pipe, token }: SfuRequests['relay.start'][0]): Promise<void> {
    const peer = await connectMediaLink(pipe, token)
    const seat = this.#seats.get(connectionId)
    if (!seat) return peer.close()
    seat.relay?.close()
    const logger = this.#parts.logger.child({ channelId: seat.channelId, connectionId })
    seat.relay = new HlsRelay({ producers: seat.member.producers, peer, logger, now: monotonicNow })
  }

  /** Ends what the channel has here. */
  endRoom(channelId: ChannelId): void {
    const room = this.#rooms.get(channelId)
    if (!room) return
    for (const { connectionId } of room.members) this.close(connectionId)
    this.#rooms.delete(channelId)
    room.close()
  }

  /** Ends every connection. */
  stop(): void {
    this.#reports.cancel()
    this.#ticks?.cancel()
    for (const connectionId of [...this.#seats.keys()]) this.close(connectionId)
    for (const channelId of [...this.#rooms.keys()]) this.endRoom(channelId)
    this.spread.close()
    for (const port of this.#parts.ports) port.close()
  }

  #roomOf(channelId: ChannelId): Room {
    const room = this.#rooms.get(channelId) ?? new Room(channelId, this.#roomListener, monotonicNow)
    this.#rooms.set(channelId, room)
    this.#ticks ??= this.#parts.clock.every(TICK, () => this.#tick())
    return room
  }

  #seat(connectionId: ConnectionId): Seat {
    const seat = this.#seats.get(connectionId)
    if (!seat) throw new Error('There is no such connection.')
    return seat
  }

  /** Media comes by the family of addresses that signaling came by. */
  #portFor(remoteAddress: string): IcePort {
    const { ports } = this.#parts
    const wantsV6 = isIPv6(remoteAddress) && !remoteAddress.startsWith('::ffff:')
    const port = ports.find(({ bindAddress }) => isIPv6(bindAddress) === wantsV6) ?? ports[0]
    if (!port) throw new Error('The SFU process has no port.')
    return port
  }

  #tick(): void {
    if (this.#rooms.size === 0) {
      this.#ticks?.cancel()
      this.#ticks = null
    }
    for (const { member } of this.#seats.values()) if (member.isOpen) member.tick()
    for (const room of this.#rooms.values()) room.tick()
  }

  #report(): void {
    const connections = [...this.#seats].map(([connectionId, { member }]) => ({
      connectionId,
      ...member.usage,
    }))
    this.#parts.control.notify('connection.usage', { connections })
    this.#parts.control.notify('sfu.load', { cpu: this.#cores() })
  }

  /** Cores that this process used since it was asked last. */
  #cores(): number {
    const before = this.#used
    this.#used = ownUsage()
    const passed = this.#used.at - before.at
    return passed > 0 ? (this.#used.cpuMs - before.cpuMs) / passed : 0
  }
}
