import type { PlaylistAddress } from '../../contract/console/access.ts'
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import type { ViewerStats } from '../../contract/origin-worker.ts'
import { refusal } from '../../contract/refusal/refusal.ts'
import { DAY } from '../../contract/units.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { PlaylistAccess, PlaylistGate } from '../../contract/worker-protocol.ts'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { connectionSubject, signGrant } from '../../platform/secrets/playlist-token.ts'
import type { Topics } from '../../platform/topics.ts'
import type { Channel } from '../channel/channel.ts'
import { ChangeListeners } from '../change-listeners.ts'
import type { Transactions } from '../transactions.ts'
import type { IngestTopics } from '../media-topics.ts'
import type { Door } from './door.ts'
import type { AccessRepository } from './repository.ts'

/** Addresses that view gives. */
const VIEW_FOR: Milliseconds = DAY / 2
/** At most, for a connection that goes on for so long. */
const CONNECTION_FOR: Milliseconds = 30 * DAY

export interface PlaylistAddressParts {
  readonly access: AccessRepository
  readonly transactions: Transactions
  readonly channels: { find(channelId: string): Channel | null; listAllIds(): ChannelId[] }
  readonly door: Pick<Door, 'came'>
  /** What addresses are signed with. Secret. */
  readonly key: string
  /** Tells the origin who may load a channel's playlists; it is told of all when it starts. */
  readonly tellOrigin: (access: PlaylistAccess) => void
  readonly ingest: Topics<IngestTopics>
  readonly clock: Clock
}

type Stats = ViewerStats

/** Addresses of playlists that expire, and who watches by them. */
export class PlaylistAddresses {
  readonly #parts: PlaylistAddressParts
  #bySubject: Stats['bySubject'] = []
  readonly #listeners: ChangeListeners<ChannelId>
  /** Players that came by an address that had ended, as this run of the service has seen them. */
  readonly #turnedAway = new Map<string, Set<string>>()

  constructor(parts: PlaylistAddressParts) {
    this.#parts = parts
    this.#listeners = new ChangeListeners(parts.transactions)
    parts.ingest.on({
      'viewers.stats': (stats) => this.#told(stats),
      'ingest.lost': () => (this.#bySubject = []),
    })
  }

  /** What the origin begins with. */
  gate(): PlaylistGate {
    const { channels, key } = this.#parts
    const access = channels.listAllIds().map((channelId) => this.#accessOf(channelId))
    return { key, access: access.filter(({ signedOnly, revoked }) => signedOnly || revoked.length > 0) }
  }

  /** Whether the playlists of a channel need an address that was signed. */
  signedOnly(channelId: ChannelId): boolean {
    return this.#isSignedOnly(channelId, () => this.#parts.channels.find(channelId))
  }

  /** The same of a channel that is being made: it has no setting of its own yet. */
  signedOnlyFromTheFirst({ systemId, madeVia }: Pick<Channel, 'systemId' | 'madeVia'>): boolean {
    return madeVia === 'schedule' && this.#parts.access.scheduleAddressesExpire(systemId)
  }

  /** @param channel asked where its own setting does not say it */
  #isSignedOnly(channelId: ChannelId, channel: () => Channel | null): boolean {
    const { access } = this.#parts
    if (access.find(channelId).addressesExpire) return true
    const found = channel()
    return found !== null && this.signedOnlyFromTheFirst(found)
  }

  /** Who may load its playlists has changed. */
  changed(channelId: ChannelId): void {
    this.#parts.transactions.afterCommit(() => this.#parts.tellOrigin(this.#accessOf(channelId)))
    this.#listeners.tell(channelId)
  }

  /** Tells when who may load a channel's playlists has changed. */
  onChange(listener: (channelId: ChannelId) => void): void {
    this.#listeners.add(listener)
  }

  /** @returns the token of an address, which is kept nowhere */
  make(channelId: ChannelId, label: string, forMs: Milliseconds, by: string) {
    const { access, transactions, key, clock } = this.#parts
    const now = clock.now()
    const id = newId<string>('playlist address')
    const expiresAt = now + forMs
    transactions.transaction(() =>
      access.addAddress({ id, channelId, label, madeAt: now, madeBy: by, expiresAt, revokedAt: null }),
    )
    return { token: signGrant(key, { channelId, subject: id, expiresAt }), expiresAt }
  }

  /** For a person who may view a schedule; null where the playlist is for everybody. */
  forView(channelId: ChannelId, userId: number): string | null {
    if (!this.signedOnly(channelId)) return null
    return this.#sign(channelId, `v${userId}`, this.#parts.clock.now() + VIEW_FOR)
  }

  /**
   * For the system itself, which gives it on as it wants: the playlist of one connection, which ends with that; null
   * where the playlist is for everybody.
   */
  forConnection(channelId: ChannelId, connectionId: ConnectionId): string | null {
    if (!this.signedOnly(channelId)) return null
    return this.#sign(channelId, connectionSubject(connectionId), this.#parts.clock.now() + CONNECTION_FOR)
  }

  /**
   * For the console's own player: the same the whole day, so that it goes on undisturbed; null where the playlist is
   * for everybody.
   */
  forPreview(channel: Channel): string | null {
    const { channelId } = channel
    if (!this.#isSignedOnly(channelId, () => channel)) return null
    return this.#sign(channelId, 'console', (Math.floor(this.#parts.clock.now() / DAY) + 2) * DAY)
  }

  /** @throws Refusal `NOT_FOUND` for one that is not there or has ended */
  revoke(channelId: ChannelId, id: string): void {
    const { access, transactions, clock } = this.#parts
    transactions.transaction(() => {
      if (!access.revoke(channelId, id, clock.now())) throw refusal('NOT_FOUND')
      this.changed(channelId)
    })
  }

  /** Newest first; those that ended within a day, too. */
  list(channelId: ChannelId): PlaylistAddress[] {
    const now = this.#parts.clock.now()
    return this.#parts.access.addresses(channelId, now - DAY).map((address) => {
      const { id, label, madeAt, madeBy, expiresAt, revokedAt } = address
      const endsAt = Math.min(expiresAt, revokedAt ?? expiresAt)
      return {
        ...{ id, label, madeAt, madeBy, endsAt, ended: endsAt <= now },
        watching: endsAt <= now ? 0 : this.#count(channelId, id),
        turnedAway: this.#turnedAway.get(id)?.size ?? 0,
      }
    })
  }

  /** How many watch by any address that expires. */
  watching(channelId: ChannelId): number {
    const those = this.#bySubject.filter((one) => one.channelId === channelId)
    return those.reduce((sum, { count }) => sum + count, 0)
  }

  #sign(channelId: ChannelId, subject: string, expiresAt: EpochMilliseconds): string {
    return signGrant(this.#parts.key, { channelId, subject, expiresAt })
  }

  #count(channelId: ChannelId, subject: string): number {
    const found = this.#bySubject.find((one) => one.channelId === channelId && one.subject === subject)
    return found?.count ?? 0
  }

  #accessOf(channelId: ChannelId): PlaylistAccess {
    const { access, clock } = this.#parts
    const revoked = access.revoked(channelId, clock.now())
    return { channelId, signedOnly: this.signedOnly(channelId), revoked }
  }

  #told({ bySubject, turnedAway }: Stats): void {
    this.#bySubject = bySubject
    for (const { channelId, subject, why, remoteAddress, player } of turnedAway) {
      if (this.#parts.channels.find(channelId) === null) continue
      this.#parts.door.came('player', why, { channelId, client: player, remoteAddress }, null)
      if (subject === null) continue
      const known = this.#turnedAway.get(subject) ?? new Set()
      this.#turnedAway.set(subject, known.add(`${remoteAddress} ${player}`))
    }
  }
}
