import type { ConnectionId } from '../../contract/ids.ts'
import type { Json } from '../../contract/sfu-api.ts'
import type { ConnectionUsage, FirstOffer, SfuRequests, TransportCause } from '../../contract/sfu-worker.ts'
import { NO_ERROR } from '../../contract/signaling.ts'
import type { LaterAnswer, ServerMessage, SignalingClose } from '../../contract/signaling.ts'
import type { BitsPerSecond, Bytes, EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { Clock, Timer } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { LiveChannel } from '../connection/live-channel.ts'
import { isConnected } from '../connection/member-machine.ts'
import { Member, fullMinutes, written } from '../connection/member.ts'
import type { RelayPlace } from '../connection/member.ts'
import type { ChannelCounts } from './counts.ts'
import type { CreatedEvent, WebrtcChannel } from './dependencies.ts'
import { ENDINGS, FAILED_SIGNALING, closeOf } from './endings.ts'
import type { EndCause, Ending } from './endings.ts'
import type { LastWords } from './events.ts'
import { given } from './given.ts'
import type { SfuLedger } from './ledger.ts'
import { offerMessage, sends } from './member.ts'
import type { Admitted, SfuMember } from './member.ts'
import { Negotiation } from './negotiation.ts'
import { connectionNotify, spotlightNotify } from './notifications.ts'
import type { Settled } from './settle.ts'
import type { SignalingClient, SignalingFailure, SignalingPeer } from './signaling-admission.ts'

/** From the client's answer to its media. */
export const MEDIA_TIMEOUT: Milliseconds = 10_000

/** What a connection needs of the session that it belongs to. */
export interface OwnSession {
  readonly sessionId: string
  readonly owner: LiveChannel
  readonly ledger: SfuLedger
  /** Real time. */
  readonly clock: Clock
  /** By which is written and told. */
  readonly rules: Clock
  readonly logger: Logger
  readonly version: string
  /** Most that are in focus; null without spotlight. */
  readonly spotlightCount: number | null
  counts(): ChannelCounts
  playlistUrl(connectionId: ConnectionId): string
  request<Name extends keyof SfuRequests>(
    name: Name,
    body: SfuRequests[Name][0],
  ): Promise<SfuRequests[Name][1]>
  /** Tells those who are connected now of one of them, and it of itself and those who are there. */
  announceCreated(about: WebrtcMember, counts: ChannelCounts): void
  /** @param ready what has to be done before */
  announce(about: WebrtcMember, message: ServerMessage, ready?: Promise<void> | null): void
  /** Resolves when what happened in one of several SFU processes has reached the others; null where there is one. */
  settled(): Promise<void> | null
  /** Has the SFU process let go of it. */
  closeMedia(member: WebrtcMember): Promise<void>
  /** A connection of the session has gone. */
  left(member: WebrtcMember): void
  changed(): void
}

/** A client's connection, which an SFU process carries in. What it sends becomes HLS where its channel says so. */
export class WebrtcMember extends Member implements SfuMember, SignalingClient {
  readonly kind = 'webrtc'
  readonly channel: WebrtcChannel
  readonly settled: Settled
  readonly capabilities: string | null
  readonly peer: SignalingPeer
  readonly sessionId: string
  readonly clientId: string
  readonly bundleId: string
  readonly negotiation: Negotiation
  /** Connections whose video it does not get at the moment, because that was asked for. */
  readonly paused = new Set<ConnectionId>()
  answeredAt: EpochMilliseconds = 0
  told: CreatedEvent | null = null
  sentBytes: Bytes = 0
  receivedBps: BitsPerSecond | null = null
  sentBps: BitsPerSecond | null = null
  roundTripMs: Milliseconds | null = null
  metadata: Json | undefined
  /** Null before its end. */
  ending: Ending | null = null
  readonly #session: OwnSession
  #measuredAt: EpochMilliseconds | null = null
  #lifetime: Timer | null = null
  #isPlaylistTold = false
  #words: LastWords = {}
  #closed: Promise<void> | null = null

  constructor(admitted: Admitted, session: OwnSession) {
    const { connectionId, settled, peer, client } = admitted
    const { remoteAddress } = peer
    const { clock, rules } = session
    const opened = { openedAt: rules.now(), realOpenedAt: clock.now() }
    super({ connectionId, remoteAddress, client, ...opened }, 'opening')
    this.channel = admitted.channel
    this.settled = settled
    this.capabilities = admitted.capabilities
    this.peer = peer
    this.sessionId = session.sessionId
    this.clientId = settled.clientId ?? connectionId
    this.bundleId = settled.bundleId ?? connectionId
    this.metadata = settled.authzMetadata ?? settled.authnMetadata
    this.#session = session
    this.negotiation = new Negotiation({
      clock: session.clock,
      send: (message) => peer.send(message),
      reoffer: async () => (await session.request('connection.reoffer', { connectionId })).sdp,
      accept: (sdp) => session.request('connection.answer', { connectionId, sdp }),
      failed: (cause, fault) => void this.end(cause, fault === undefined ? {} : { fault }),
    })
  }

  get bytes(): Bytes {
    return this.receivedBytes + this.sentBytes
  }

  /** How its signaling is closed; null before its end, and where there is nobody to tell. */
  get close(): SignalingClose | null {
    return this.ending && closeOf(this.ending, this.#words.fault)
  }

  get sends(): boolean {
    return sends(this)
  }

  /** Sends the first offer. @param made what the SFU process made for it */
  offer(made: FirstOffer): void {
    const { owner, version } = this.#session
    if (!owner.step(this, 'offer-sent')) return
    this.negotiation.offer(offerMessage(this, version, made))
  }

  answered(sdp: string): void {
    const { owner, clock, rules } = this.#session
    owner.tell(() => {
      if (this.ending) return
      if (this.state !== 'offered') return this.#cameWrongly('answer')
      owner.step(this, 'answer-came')
      this.answeredAt = rules.now()
      this.timer = clock.after(MEDIA_TIMEOUT, () => void this.end('transport-lost'))
      this.negotiation.answered(sdp, true)
    })
  }

  reAnswered(sdp: string, type: LaterAnswer): void {
    if (!this.negotiation.answered(sdp, false)) this.#cameWrongly(type)
  }

  /** The SFU can do without: it learns where a client is from its first packet. */
  candidate(candidate: string): void {
    if (this.answeredAt === 0 || this.ending) return
    const { connectionId } = this
    this.#session.request('connection.candidate', { connectionId, candidate }).catch(() => undefined)
  }

  roundTrip(ms: Milliseconds): void {
    this.roundTripMs = ms
  }

  stats(): void {
    return
  }

  left(reason: string | null): void {
    if (reason === null) void this.end('signaling-lost')
    else void this.end(reason === NO_ERROR ? 'client-left' : 'client-failed', { client: reason })
  }

  failed(reason: SignalingFailure): void {
    void this.end(FAILED_SIGNALING[reason])
  }

  /** Media is connected. */
  mediaUp(): void {
    const { owner, logger } = this.#session
    owner.tell(() => {
      try {
        if (!owner.step(this, 'media-up')) return
      } catch (error) {
        logger.error({ err: error, connectionId: this.connectionId }, 'connection not written')
        return void this.end('service-failed')
      }
      if (this.channel.kind === 'webrtc-hls' && this.sends) owner.wantHls(this)
    })
  }

  mediaLost(cause: TransportCause): void {
    this.#session.logger.info({ connectionId: this.connectionId, cause }, 'media lost')
    void this.end('transport-lost')
  }

  focusChanged(focused: boolean, fixed: boolean): void {
    const { owner, ledger, logger, rules, spotlightCount: count } = this.#session
    if (!isConnected(this) || count === null) return
    const change = { focused, fixed, count }
    const message = spotlightNotify(this, change, rules.now())
    owner.late.write(logger, this, () => ledger.focusChanged(this, change))
    this.#session.announce(this, message)
  }

  /** What the SFU process has counted so far. */
  measured(usage: ConnectionUsage): void {
    const { owner, clock } = this.#session
    const now = clock.now()
    const received = Math.max(this.receivedBytes, usage.receivedBytes)
    const sent = Math.max(this.sentBytes, usage.sentBytes)
    const ms = now - (this.#measuredAt ?? now)
    if (ms > 0) {
      this.receivedBps = ((received - this.receivedBytes) * 8000) / ms
      this.sentBps = ((sent - this.sentBytes) * 8000) / ms
    }
    this.receivedBytes = received
    this.sentBytes = sent
    this.#measuredAt = now
    const isRelayed = this.sends && this.channel.kind === 'webrtc'
    // The SFU counts fractions of a millisecond; moments have none.
    if (isRelayed && usage.mediaAgeMs !== null) owner.relayed(this, now - Math.round(usage.mediaAgeMs))
  }

  /** Ends it, once; resolves when nobody gets its media any more. */
  async end(cause: EndCause, words: LastWords = {}): Promise<void> {
    await this.#session.owner.ask(() => {
      if (this.ending) return
      this.ending = ENDINGS[cause]
      this.#words = words
      this.#session.owner.left(this, this.ending.row)
    })
    await this.#closed
  }

  async endByOperator(): Promise<boolean> {
    if (!isConnected(this)) return false
    await this.end('operator-closed')
    return true
  }

  opened(): void {
    const { ledger, logger, rules } = this.#session
    this.timer?.cancel()
    const counts = this.#session.counts()
    this.told = ledger.opened(this, counts)
    const { connectionId, settled, client } = this
    logger.info({ connectionId, role: settled.role, client }, 'connection opened')
    if (settled.lifetime !== null) {
      this.#lifetime = rules.after(settled.lifetime * 1000, () => this.end('lifetime-expired'))
    }
    this.negotiation.opened()
    this.#session.announceCreated(this, counts)
    this.#session.changed()
  }

  minutePassed(now: EpochMilliseconds): void {
    const { ledger, logger } = this.#session
    this.minutes = fullMinutes(this, now)
    const counts = this.#session.counts()
    written(logger, this, () => ledger.minutePassed(this, counts))
    this.#session.announce(this, connectionNotify('updated', this, counts, now))
  }

  /** Told once, also where its playlists begin anew in another ingest process. */
  playlistReady(at: EpochMilliseconds): void {
    if (this.#isPlaylistTold || !isConnected(this)) return
    this.#session.ledger.playlistReady(this, this.#session.playlistUrl(this.connectionId), at)
    this.#isPlaylistTold = true
  }

  ended(at: EpochMilliseconds): void {
    const { ending, connectionId } = this
    if (!ending) throw new Error('ended by nobody')
    const { owner, ledger, logger } = this.#session
    const wasOpen = this.told !== null
    if (wasOpen) this.minutes = fullMinutes(this, at)
    this.#lifetime?.cancel()
    this.negotiation.end()
    const counts = this.#session.counts()
    owner.late.write(logger, this, () => ledger.ended(this, counts, { at, ending, words: this.#words }))
    const { fault } = this.#words
    logger.info(
      { connectionId, reason: ending.row, ...given({ fault }), minutes: this.minutes },
      'connection ended',
    )
    if (this.close) this.peer.close(this.close)
    this.#closed = ending === ENDINGS['sfu-lost'] ? this.#session.settled() : this.#session.closeMedia(this)
    if (wasOpen) {
      this.#session.announce(this, connectionNotify('destroyed', this, counts, at), this.#closed)
    }
    this.#session.left(this)
    this.#session.changed()
  }

  saveUsage(): void {
    this.#session.ledger.saveUsage(this)
  }

  handOn({ pipe, token }: RelayPlace): void {
    const { connectionId } = this
    this.#session.request('relay.start', { connectionId, pipe, token }).catch((error: unknown) => {
      this.#session.logger.error({ err: error, connectionId }, 'media is not handed on to HLS')
    })
  }

  #cameWrongly(type: 'answer' | LaterAnswer): void {
    void this.end('invalid-message', { fault: `${type} comes when it cannot` })
  }
}
