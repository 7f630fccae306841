import { isMeant } from '../../contract/close-reasons.ts'
import type { CloseReason } from '../../contract/close-reasons.ts'
import type { ConnectionId } from '../../contract/ids.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { ConnectionStats, IngestNotifications } from '../../contract/worker-protocol.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { LiveParts } from './dependencies.ts'
import { findings } from './findings.ts'
import { askPlace } from './hls-output.ts'
import type { LateWrites } from './late-writes.ts'
import { Mailbox } from './mailbox.ts'
import { MINUTE, countFed, fullMinutes, isSeen, mayBeSeen, viewOf } from './member.ts'
import type { Member, MemberChannel } from './member.ts'
import { isConnected, memberStep } from './member-machine.ts'
import type { MemberEffect, MemberEvent } from './member-machine.ts'
import { observe, rememberFindings } from './observe.ts'
import { relayOf } from './relay.ts'
import { StateTimer } from './state-timer.ts'
import type { ChannelActivity } from './channel-activity.ts'

/** Twice the grace of a playlist: its end mark has come by then, or will not. */
export const GRACE_LIMIT: Milliseconds = 20_000

/**
 * An accepted connection that this many reports in a row do not name was never attached: its encoder left
 * while the authentication webhook was asked.
 */
const UNREPORTED_LIMIT = 5

/** What the owner of a channel tells: that its activity changed, and which connections it has. */
export interface OwnerListener {
  changed(): void
  added(connectionId: ConnectionId): void
  forgotten(connectionId: ConnectionId): void
}

type FeedClosed = IngestNotifications['connection.closed']

/** Why an encoder is not taken. */
export interface Refused extends Pick<NonNullable<ChannelActivity['denied']>, 'said' | 'failure'> {
  readonly closeReason: CloseReason
  /** What the encoder is told. */
  readonly reason: string
}

/**
 * The one owner of a channel's members: the connections that carry media into it or out of it, whatever
 * carried them in. What changes them is a message that is handled after the one before; nothing is awaited
 * meanwhile, so that a slow webhook or process holds up nobody.
 */
export class LiveChannel {
  readonly channel: MemberChannel
  readonly #parts: LiveParts
  /** What is told once is written by it. */
  readonly late: LateWrites
  /** By which is written and told. */
  readonly #rules: Clock
  readonly #listener: OwnerListener
  readonly #log: Logger
  readonly #mailbox = new Mailbox()
  /** In the order in which they were asked for. */
  readonly #members = new Map<ConnectionId, Member>()
  #begun = 0
  #onAirSince: EpochMilliseconds | null = null
  #denied: ChannelActivity['denied'] = null
  #lastEnd: ChannelActivity['lastEnd']
  #viewers = 0
  readonly #state: StateTimer
  #disposed = false

  constructor(channel: MemberChannel, parts: LiveParts, late: LateWrites, listener: OwnerListener) {
    this.channel = channel
    this.#parts = parts
    this.late = late
    this.#rules = parts.rules ?? parts.clock
    this.#listener = listener
    this.#log = parts.logger.child({ channelId: channel.channelId })
    this.#state = new StateTimer(
      parts.clock,
      () => this.activity(),
      () => this.#changed(),
    )
    this.#lastEnd = channel.kind === 'webrtc' ? null : this.#lastEndWritten()
  }

  /** Handles a message about its members; gives what that gives, or its error. */
  ask<T>(handle: () => T): Promise<T> {
    return this.#mailbox.ask(handle)
  }

  /** The same where nobody waits. */
  tell(handle: () => void): void {
    this.ask(handle).catch((error: unknown) => this.#log.error({ err: error }, 'message failed'))
  }

  find(connectionId: ConnectionId): Member | null {
    return this.#members.get(connectionId) ?? null
  }

  /** In the order in which they were asked for. */
  members(): Member[] {
    return [...this.#members.values()]
  }

  add(member: Member): void {
    member.nth = ++this.#begun
    this.#members.set(member.connectionId, member)
    this.#listener.added(member.connectionId)
    this.#changed()
  }

  /**
   * Takes a member on to its next state and does what goes with that.
   * @returns whether the event changed anything
   * @throws Error when a connection could not be written as opened; its state is then as before
   */
  step(member: Member, event: MemberEvent, reason: CloseReason = 'worker-lost'): boolean {
    const { connectionId, state } = member
    const next = memberStep(state, event)
    if (next === 'illegal') {
      this.#log.error({ connectionId, state, event }, 'message does not fit the state of the connection')
    }
    if (typeof next === 'string') return false
    member.state = next.to
    try {
      for (const effect of next.effects) this.#run(effect, member, reason)
    } catch (error) {
      member.state = state
      throw error
    }
    this.#weighOnAir()
    this.#changed()
    return true
  }

  /**
   * A connection is gone. Where somebody meant that, nobody waits for it to come back, nor, where it was the
   * last that sent, for those that went before it.
   */
  left(member: Member, reason: CloseReason): void {
    if (!this.step(member, isMeant(reason) ? 'ended' : 'gone', reason) || member.state !== 'ending') return
    const members = this.members()
    if (members.some(({ hls }) => hls && !hls.end)) return
    for (const one of members) if (one.state === 'grace') this.step(one, 'ended', reason)
  }

  /** An encoder is not taken. */
  refuse(member: Member, because: Refused): void {
    const { closeReason, reason, said, failure } = because
    this.#denied = { at: this.#parts.clock.now(), reason: closeReason, said, failure, unsupported: null }
    this.#log.warn({ remoteAddress: member.remoteAddress, closeReason, reason }, 'connection refused')
    this.step(member, 'refused')
  }

  /** Playlists are to be made of a member's media, as soon as there is an ingest process. */
  wantHls(member: Member): void {
    this.step(member, 'hls-wanted')
    if (this.#parts.media.ingestState === 'running') this.step(member, 'ingest-running')
  }

  activity(): ChannelActivity {
    const members = this.members()
    const { receivers, ...relay } = relayOf(members)
    return {
      connections: members
        .toSorted((a, b) => b.nth - a.nth)
        .map(viewOf)
        .filter((view) => view !== null),
      authorisingSince: members.find(({ state }) => state === 'authorising')?.realOpenedAt ?? null,
      denied: this.#denied,
      lastEnd: this.#lastEnd,
      ...relay,
      onAirSince: this.#onAirSince,
      viewers: this.#viewers + receivers,
    }
  }

  /** What a client sends has come, on a channel without HLS. @param at when its last did */
  relayed(member: Member, at: EpochMilliseconds): void {
    this.tell(() => {
      const { state } = this.#state
      member.lastMediaAt = at
      if (this.step(member, 'media-came')) return
      if (this.#state.state === state) this.#state.arm()
      else this.#changed()
    })
  }

  /** The ingest process takes no more media of a connection. */
  feedClosed({ connectionId, reason, receivedBytes, unsupported }: FeedClosed): void {
    this.#handle(connectionId, (member) => {
      countFed(member, receivedBytes)
      this.#feedEnded(member, reason)
      if (!unsupported) return
      this.#denied = { at: this.#parts.clock.now(), reason, said: null, failure: null, unsupported }
      this.#changed()
    })
  }

  playlistReady(connectionId: ConnectionId): void {
    this.#handle(connectionId, (member) => this.step(member, 'playlist-ready'))
  }

  playlistEnded(connectionId: ConnectionId): void {
    this.#handle(connectionId, (member) => this.step(member, 'playlist-ended'))
  }

  measured(stats: ConnectionStats): void {
    this.#handle(stats.connectionId, (member) => {
      const { hls, channel } = member
      if (!hls || hls.end || channel.kind === 'webrtc') return
      const now = this.#parts.clock.now()
      const observed = observe(hls.observed, hls.stats, stats, now)
      hls.stats = stats
      countFed(member, stats.receivedBytes)
      hls.observed = observed
      hls.observed = rememberFindings(observed, findings(this.activity(), channel.settings.hls, now))
      this.#changed()
    })
  }

  /** The ingest process carries these connections now, and no others. */
  reported(connectionIds: ReadonlySet<ConnectionId>): void {
    for (const { connectionId } of this.members()) {
      this.#handle(connectionId, (member) => {
        if (member.state !== 'packaging' && member.state !== 'playable') return
        const { hls } = member
        if (!hls) return
        hls.unreported = connectionIds.has(connectionId) ? 0 : hls.unreported + 1
        if (hls.unreported >= UNREPORTED_LIMIT) this.#feedEnded(member, 'client-lost')
      })
    }
  }

  watchedBy(viewers: number): void {
    if (viewers === this.#viewers) return
    this.#viewers = viewers
    this.#changed()
  }

  ingestRunning(): void {
    for (const member of this.members()) this.tell(() => this.step(member, 'ingest-running'))
  }

  /** The ingest process is gone, and with it the encoders that it carried in and every playlist. */
  ingestLost(reason: CloseReason): void {
    this.watchedBy(0)
    for (const member of this.members()) {
      this.tell(() => {
        if (member.kind === 'rtmp') this.step(member, 'gone', reason)
        this.step(member, 'playlists-lost', reason)
      })
    }
  }

  /** Stops the timers; the owner is not used any more. */
  dispose(): void {
    this.#disposed = true
    this.#state.cancel()
    for (const { timer, hls } of this.#members.values()) {
      timer?.cancel()
      hls?.timer?.cancel()
    }
  }

  /** An encoder ends with its feed; a client that is carried by another process goes on without playlists. */
  #feedEnded(member: Member, reason: CloseReason): void {
    if (member.kind === 'rtmp') this.left(member, reason)
    else this.step(member, 'playlists-closed', reason)
  }

  /** A message about one member; late ones about a connection that is gone are dropped. */
  #handle(connectionId: ConnectionId, handle: (member: Member) => void): void {
    this.tell(() => {
      const member = this.#members.get(connectionId)
      if (member) handle(member)
    })
  }

  #run(effect: MemberEffect, member: Member, reason: CloseReason): void {
    switch (effect) {
      case 'write-opened':
        return this.#writeOpened(member)
      case 'arm-minute':
        return this.#armMinute(member)
      case 'ask-place':
        return this.#askPlace(member)
      case 'hand-on':
        if (member.hls?.place) member.handOn(member.hls.place)
        return
      case 'write-playlist':
        return this.#writePlaylist(member)
      case 'write-ended':
        member.timer?.cancel()
        return member.ended(this.#rules.now(), reason)
      case 'end-relay':
        return this.#endRelay(member, reason)
      case 'end-playlists':
        return this.#endPlaylists(member, reason)
      case 'close-place':
        return this.#closePlace(member, reason)
      case 'arm-grace':
        return this.#armGrace(member)
      case 'forget-playlists':
        return this.#forgetPlaylists(member)
      case 'forget':
        member.timer?.cancel()
        this.#members.delete(member.connectionId)
        this.#forgetPlaylists(member)
        return this.#listener.forgotten(member.connectionId)
    }
  }

  #writeOpened(member: Member): void {
    member.openedAt = this.#rules.now()
    member.realOpenedAt = this.#parts.clock.now()
    // Who comes is told after what has happened before.
    this.late.flush()
    member.opened()
    // What an encoder sends is known only later: it may be the same that could not be used.
    if (this.#denied?.unsupported === null) this.#denied = null
  }

  #armMinute(member: Member): void {
    const rules = this.#rules
    const at = member.openedAt + (fullMinutes(member, rules.now()) + 1) * MINUTE
    member.timer = rules.after(Math.max(0, at - rules.now()), () => {
      this.#handle(member.connectionId, () => {
        if (!isConnected(member)) return
        member.minutePassed(rules.now())
        this.#armMinute(member)
      })
    })
  }

  /** Has the ingest process make a place for the media of a connection that it did not carry in. */
  #askPlace(member: Member): void {
    const { channel, connectionId } = member
    if (channel.kind === 'webrtc') return
    member.nth = ++this.#begun
    const { hls, place } = askPlace(this.#parts, member, channel)
    // An ingest process that ended meanwhile answers for playlists that are no more.
    const settle = (event: MemberEvent, reason?: CloseReason) => {
      this.tell(() => member.hls === hls && this.step(member, event, reason))
    }
    place.then(
      () => settle('place-given', hls?.end?.reason),
      (error: unknown) => {
        this.#log.warn({ err: error, connectionId }, 'HLS cannot take a connection now')
        settle('place-refused', 'service-failed')
      },
    )
  }

  #closePlace({ kind, connectionId }: Member, reason: CloseReason): void {
    if (kind === 'rtmp') return
    // Its end may have come over the link already; without ingest process there is nothing to close.
    this.#parts.media.closeConnection(connectionId, reason).catch(() => undefined)
  }

  #writePlaylist(member: Member): void {
    const { hls } = member
    if (!hls || hls.playlistReadyAt !== null) return
    const at = this.#parts.clock.now()
    hls.playlistReadyAt = at
    this.#denied = null
    const ruleAt = this.#rules.now()
    this.late.write(this.#log, member, () => member.playlistReady(ruleAt))
  }

  #endPlaylists({ hls }: Member, reason: CloseReason): void {
    if (!hls) return
    hls.end = { at: this.#parts.clock.now(), reason }
    this.#lastEnd = hls.end
  }

  /** Without playlists there is no grace: viewers have lost it at once. */
  #endRelay({ sends }: Member, reason: CloseReason): void {
    const at = this.#parts.clock.now()
    if (sends) this.#lastEnd = { at, reason, playlistEndedAt: at }
  }

  #armGrace(member: Member): void {
    const { hls } = member
    if (!hls) return
    hls.timer = this.#parts.clock.after(GRACE_LIMIT, () => {
      this.#handle(member.connectionId, () => this.step(member, 'grace-over'))
    })
  }

  #forgetPlaylists(member: Member): void {
    const { hls, connectionId } = member
    if (!hls) return
    hls.timer?.cancel()
    member.hls = null
    if (hls.end && this.#lastEnd?.at === hls.end.at) {
      this.#lastEnd = { ...hls.end, playlistEndedAt: this.#parts.clock.now() }
    }
    if (hls.recordings.length > 0) this.#parts.recordings.connectionOver(connectionId)
  }

  /** A row has the rules' date: it was as long ago in real time. */
  #lastEndWritten(): ChannelActivity['lastEnd'] {
    const { clock, connections } = this.#parts
    const end = connections.lastEnd(this.channel.channelId)
    return this.#rules === clock || end === null
      ? end
      : { ...end, at: clock.now() - (this.#rules.now() - end.at) }
  }

  /** On air from the first that viewers see to the last that they see, or that may be back for them. */
  #weighOnAir(): void {
    const members = this.members()
    if (members.some(isSeen)) this.#onAirSince ??= this.#parts.clock.now()
    else if (!members.some(mayBeSeen)) this.#onAirSince = null
  }

  /** Tells of a change, and again when time alone changes the channel's state. */
  #changed(): void {
    if (this.#disposed) return
    this.#state.arm()
    this.#listener.changed()
  }
}
