import { CLOSE_REASONS } from '../../contract/close-reasons.ts'
import type { CloseReason } from '../../contract/close-reasons.ts'
import type { Bytes, EpochMilliseconds } from '../../contract/units.ts'
import type { Logger } from '../../platform/logger.ts'
import type { MediaProcess, RtmpChannel } from './dependencies.ts'
import type { LateWrites } from './late-writes.ts'
import { Member, fullMinutes, written } from './member.ts'
import type { KnownConnection } from './member.ts'
import type { RtmpLedger } from './rtmp-ledger.ts'

interface RtmpMemberParts {
  readonly ledger: RtmpLedger
  readonly media: Pick<MediaProcess, 'closeConnection'>
  readonly late: LateWrites
  readonly logger: Logger
}

/** An encoder's connection, which the ingest process carries in. */
export class RtmpMember extends Member {
  readonly kind = 'rtmp'
  readonly channel: RtmpChannel
  readonly #ledger: RtmpLedger
  readonly #media: Pick<MediaProcess, 'closeConnection'>
  readonly #late: LateWrites
  readonly #log: Logger

  constructor(known: KnownConnection, channel: RtmpChannel, parts: RtmpMemberParts) {
    super(known, 'authorising')
    this.channel = channel
    this.#ledger = parts.ledger
    this.#media = parts.media
    this.#late = parts.late
    this.#log = parts.logger
  }

  get bytes(): Bytes {
    return this.receivedBytes
  }

  get sends(): boolean {
    return true
  }

  opened(): void {
    this.hls = this.#ledger.created(this)
    const { connectionId, remoteAddress, client: encoder } = this
    this.#log.info({ connectionId, remoteAddress, encoder }, 'connection opened')
  }

  /** What could not be written is in the number of the next minute. */
  minutePassed(now: EpochMilliseconds): void {
    written(this.#log, this, () => this.#writeMinutes(now))
  }

  playlistReady(at: EpochMilliseconds): void {
    this.#ledger.playlistReady(this, at)
  }

  ended(at: EpochMilliseconds, reason: CloseReason): void {
    this.#late.write(this.#log, this, () => {
      this.#writeMinutes(at)
      this.#ledger.destroyed(this, at, reason)
    })
    const { connectionId, minutes, receivedBytes } = this
    const text = CLOSE_REASONS[reason]
    this.#log.info({ connectionId, reason, text, minutes, receivedBytes }, 'connection ended')
  }

  saveUsage(): void {
    this.#ledger.saveUsage(this)
  }

  /** Its media comes to the ingest process by itself. */
  handOn(): void {
    return
  }

  async endByOperator(): Promise<boolean> {
    if (!this.hls || this.hls.end) return false
    await this.#media.closeConnection(this.connectionId, 'operator-closed')
    return true
  }

  #writeMinutes(now: EpochMilliseconds): void {
    const minutes = fullMinutes(this, now)
    if (minutes <= this.minutes) return
    this.#ledger.minutePassed(this, minutes)
    this.minutes = minutes
    this.savedBytes = this.receivedBytes
  }
}
