import { randomBytes } from 'node:crypto'
import type { ChannelId } from '../../../contract/ids.ts'
import type { SfuRequests } from '../../../contract/sfu-worker.ts'
import type { Milliseconds } from '../../../contract/units.ts'
import type { Clock } from '../../../platform/clock.ts'
import { connectMediaLink } from '../../link/connect.ts'
import { startMediaLink } from '../../link/media-link.ts'
import type { LinkPeer, MediaLink } from '../../link/media-link.ts'
import type { RoomLink } from './room-link.ts'

/** How long the other process may take to come. */
const DEADLINE: Milliseconds = 10_000

/** A room of this process, as far as it is shared. */
interface SharedRoom {
  readonly isClosed: boolean
  /** It stays although nobody of this process is in it. */
  keep(): void
  /** @param isHome the other process decides who is in focus */
  link(peer: LinkPeer, isHome: boolean): RoomLink
}

/** Links the rooms of this SFU process with those that other processes have of the same channels. */
export class SpreadRooms {
  readonly #roomOf: (channelId: ChannelId) => SharedRoom
  readonly #clock: Clock
  /** Where others connect to; null until one is to. */
  #link: Promise<MediaLink> | null = null

  /** @param roomOf the room of a channel, made where there is none */
  constructor(roomOf: (channelId: ChannelId) => SharedRoom, clock: Clock) {
    this.#roomOf = roomOf
    this.#clock = clock
  }

  /** @throws Error when the socket cannot be made */
  async awaitOther(channelId: ChannelId): Promise<SfuRequests['room.await'][1]> {
    const room = this.#roomOf(channelId)
    room.keep()
    this.#link ??= startMediaLink(this.#clock)
    const link = await this.#link
    const token = randomBytes(16).toString('hex')
    link.accept(token, DEADLINE).then(
      (peer) => void linked(room, peer, false),
      () => undefined,
    )
    return { pipe: link.path, token }
  }

  /** @throws Error when the other process is not there, or the room was ended meanwhile */
  async join({ channelId, pipe, token, isHome }: SfuRequests['room.join'][0]): Promise<void> {
    const room = this.#roomOf(channelId)
    room.keep()
    const link = linked(room, await connectMediaLink(pipe, token), isHome)
    if (!(await link?.settle())) throw new Error('The other process does not share the channel.')
  }

  close(): void {
    void this.#link?.then((link) => link.close())
  }
}

function linked(room: SharedRoom, peer: LinkPeer, isHome: boolean) {
  if (!room.isClosed) return room.link(peer, isHome)
  peer.close()
  return null
}
