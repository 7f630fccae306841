import type { CloseReason } from '../../contract/close-reasons.ts'
import type { ChannelId, ConnectionId, SystemId } from '../../contract/ids.ts'
import type { Milliseconds } from '../../contract/units.ts'
import type { SoundLevels } from '../../contract/worker-protocol.ts'
import type { Timer } from '../../platform/clock.ts'
import { ListenerSet } from '../../platform/listener-set.ts'
import { describeAct } from '../audit/acts.ts'
import type { LiveParts } from './dependencies.ts'
import { LateWrites } from './late-writes.ts'
import { LiveChannel } from './live-channel.ts'
import { isConnected } from './member-machine.ts'
import type { Member, MemberChannel } from './member.ts'
import type { Broadcasts } from './broadcasts.ts'
import type { ChannelActivity, LiveConnection } from './channel-activity.ts'

/** How often bytes are written for connections that are open. */
const SAVE_INTERVAL: Milliseconds = 5_000

const NO_ACTIVITY: ChannelActivity = {
  connections: [],
  authorisingSince: null,
  denied: null,
  lastEnd: null,
  sendingSince: null,
  onAirSince: null,
  viewers: 0,
}

/** Hears how loud the channels of a system are, each by its highest sample of late, left and right, dBFS. */
type LevelListener = (systemId: SystemId, levels: readonly ChannelLevels[]) => void
interface ChannelLevels extends Pick<SoundLevels, 'peaksDb'> {
  readonly channelId: ChannelId
}

/**
 * The channels that something runs for: finds the owner that a message is about, hands it what the ingest
 * process tells, and answers the APIs and the console.
 */
export class LiveChannels implements Broadcasts {
  readonly #parts: LiveParts
  readonly #owners = new Map<ChannelId, LiveChannel>()
  /** Those of which nothing is known. There may be very many, and an owner takes room. */
  readonly #quiet = new Set<ChannelId>()
  readonly #ownerOf = new Map<ConnectionId, LiveChannel>()
  readonly #listeners: ListenerSet<[ChannelId]>
  readonly #levelListeners: ListenerSet<Parameters<LevelListener>>
  readonly #saveTimer: Timer
  /** What could not be written of any connection. */
  readonly late: LateWrites
  #isClosed = false

  constructor(parts: LiveParts) {
    this.#parts = parts
    this.late = new LateWrites(parts.clock)
    this.#listeners = new ListenerSet(parts.logger, 'broadcasts')
    this.#levelListeners = new ListenerSet(parts.logger, 'sound levels')
    this.#saveTimer = parts.clock.every(SAVE_INTERVAL, () => this.#saveUsage())
    this.#listen()
  }

  /** True once no connection is taken any more. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  /** The owner of a channel that exists, or did a moment ago. */
  of(channel: MemberChannel): LiveChannel {
    const { channelId } = channel
    const known = this.#owners.get(channelId)
    if (known) return known
    const owner = new LiveChannel(channel, this.#parts, this.late, {
      changed: () => this.#listeners.tell(channelId),
      added: (connectionId) => this.#ownerOf.set(connectionId, owner),
      forgotten: (connectionId) => {
        this.#ownerOf.delete(connectionId)
        this.#dropIfDeleted(channelId)
      },
    })
    this.#owners.set(channelId, owner)
    this.#quiet.delete(channelId)
    return owner
  }

  /** Null when there is no such connection any more. */
  find(connectionId: ConnectionId): Member | null {
    return this.#ownerOf.get(connectionId)?.find(connectionId) ?? null
  }

  activity(channelId: ChannelId): ChannelActivity {
    const known = this.#owners.get(channelId)
    if (known) return known.activity()
    const owner = this.#quiet.has(channelId) ? null : this.#existing(channelId)
    if (!owner) return NO_ACTIVITY
    const activity = owner.activity()
    // It was made just now, for this question: nobody else has it.
    if (activity.lastEnd === null) this.#forgetQuiet(owner)
    return activity
  }

  isKnown(channelId: ChannelId): boolean {
    return this.#owners.has(channelId)
  }

  withPlaylist(channelId: ChannelId): readonly LiveConnection[] {
    return this.activity(channelId).connections.filter(
      (connection) => connection.endedAt === null && connection.playlistReadyAt !== null,
    )
  }

  async closeChannel(channelId: ChannelId, reason: CloseReason): Promise<void> {
    await this.#parts.media.closeChannel(channelId, reason)
    this.#dropIfDeleted(channelId)
  }

  async endConnection(systemId: SystemId, connectionId: ConnectionId): Promise<boolean> {
    const member = this.find(connectionId)
    if (member?.channel.systemId !== systemId) return false
    describeAct({ objects: [{ kind: 'channel', id: member.channel.channelId, name: null }] })
    return member.endByOperator()
  }

  onChange(listener: (channelId: ChannelId) => void): () => void {
    return this.#listeners.add(listener)
  }

  /** @returns how to stop listening */
  onLevels(listener: LevelListener): () => void {
    return this.#levelListeners.add(listener)
  }

  /** Ends what is still open, after the ingest process has stopped. No connection is taken any more. */
  close(reason: CloseReason = 'service-closed'): void {
    this.#isClosed = true
    this.#saveTimer.cancel()
    for (const owner of this.#owners.values()) {
      owner.ingestLost(reason)
      owner.dispose()
    }
    this.late.close()
    this.#listeners.clear()
    this.#levelListeners.clear()
  }

  /** Hands what the ingest process tells to the owner of the channel that it is about. */
  #listen(): void {
    this.#parts.ingest.on({
      'connection.closed': (closed) => this.#ownerOf.get(closed.connectionId)?.feedClosed(closed),
      'playlist.ready': ({ connectionId }) => this.#ownerOf.get(connectionId)?.playlistReady(connectionId),
      'playlist.ended': ({ connectionId }) => this.#ownerOf.get(connectionId)?.playlistEnded(connectionId),
      'connection.stats': ({ connections }) => {
        for (const stats of connections) this.#ownerOf.get(stats.connectionId)?.measured(stats)
        const reported = new Set(connections.map(({ connectionId }) => connectionId))
        for (const owner of this.#owners.values()) owner.reported(reported)
      },
      'sound.levels': ({ levels }) => this.#tellLevels(levels),
      'viewers.stats': ({ viewers }) => {
        const counts = new Map(viewers.map(({ channelId, count }) => [channelId, count]))
        for (const channelId of counts.keys()) this.#existing(channelId)
        for (const [channelId, owner] of this.#owners) owner.watchedBy(counts.get(channelId) ?? 0)
      },
      'ingest.running': () => {
        for (const owner of this.#owners.values()) owner.ingestRunning()
      },
      'ingest.lost': ({ reason }) => {
        for (const owner of this.#owners.values()) owner.ingestLost(reason)
      },
    })
  }

  /** Viewers hear the newest connection of a channel. */
  #tellLevels(all: readonly SoundLevels[]): void {
    const heard = all.flatMap(({ connectionId, peaksDb }) => {
      const channel = this.#ownerOf.get(connectionId)?.channel
      if (!channel) return []
      const { systemId, channelId } = channel
      const newest = this.activity(channelId).connections.find(({ endedAt }) => endedAt === null)
      return newest?.connectionId === connectionId ? [{ systemId, levels: { channelId, peaksDb } }] : []
    })
    for (const [systemId, those] of Map.groupBy(heard, (one) => one.systemId)) {
      const levels = those.map((one) => one.levels)
      this.#levelListeners.tell(systemId, levels)
    }
  }

  /** The owner of a channel that exists, or of a deleted one that something still runs for. */
  #existing(channelId: ChannelId): LiveChannel | null {
    const known = this.#owners.get(channelId)
    if (known) return known
    const channel = this.#parts.channels.find(channelId)
    return channel && this.of(channel)
  }

  #forgetQuiet(owner: LiveChannel): void {
    const { channelId } = owner.channel
    owner.dispose()
    this.#owners.delete(channelId)
    this.#quiet.add(channelId)
  }

  #dropIfDeleted(channelId: ChannelId): void {
    const owner = this.#owners.get(channelId)
    if (!owner && !this.#parts.channels.find(channelId)) this.#quiet.delete(channelId)
    if (!owner || owner.members().length > 0 || this.#parts.channels.find(channelId)) return
    owner.dispose()
    this.#owners.delete(channelId)
  }

  #saveUsage(): void {
    const members = [...this.#owners.values()].flatMap((owner) => owner.members())
    const unsaved = members.filter((member) => isConnected(member) && member.bytes > member.savedBytes)
    if (unsaved.length === 0) return
    try {
      this.#parts.transactions.transaction(() => {
        for (const member of unsaved) member.saveUsage()
      })
      for (const member of unsaved) member.savedBytes = member.bytes
    } catch (error) {
      this.#parts.logger.error({ err: error }, 'received bytes not written')
    }
  }
}
