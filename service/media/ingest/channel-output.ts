import { isMeant } from '../../contract/close-reasons.ts'
import type { CloseReason } from '../../contract/close-reasons.ts'
import type { ConnectionId } from '../../contract/ids.ts'
import type { KeyPicture } from '../../contract/media.ts'
import type { Milliseconds } from '../../contract/units.ts'
import type { Clock, Timer } from '../../platform/clock.ts'
import type { ChannelStream } from '../hls/channel-stream.ts'
import type { Publication } from './publication.ts'

/** How long a publisher that did not mean to go may be gone before its playlists get their end mark. */
const RECONNECT_GRACE_MS: Milliseconds = 10_000
/** How long the files of an ended connection stay for viewers that still load them. */
const RETENTION_MS: Milliseconds = 600_000

interface Member {
  readonly publication: Publication
  /** Its publisher is gone; the end mark follows when this runs out. */
  grace: Timer | null
  /** Settles when its playlists have their end mark. */
  ended: Promise<void> | null
}

export interface ChannelOutputOptions {
  readonly stream: ChannelStream
  readonly clock: Clock
  onPlaylistEnded(publication: Publication): void
}

/**
 * The publishers of one channel, and when its playlists end: a connection's own after its grace, or at once
 * where somebody meant the end; the channel's after the last connection's.
 */
export class ChannelOutput {
  readonly #options: ChannelOutputOptions
  readonly #members = new Set<Member>()

  constructor(options: ChannelOutputOptions) {
    this.#options = options
  }

  /** Publications whose publisher still sends. */
  get publications(): readonly Publication[] {
    return [...this.#members].filter((m) => !m.grace && !m.ended).map((m) => m.publication)
  }

  /** The newest key picture that viewers see; null while they see nothing. */
  get picture(): KeyPicture | null {
    return this.#options.stream.picture
  }

  add(publication: Publication): void {
    this.#members.add({ publication, grace: null, ended: null })
    this.#options.stream.follow(publication.stream)
  }

  /** The publisher is gone: its grace begins, where nobody meant it to go. */
  closed(publication: Publication, reason: CloseReason): void {
    const member = this.#find(({ publication: one }) => one === publication)
    if (!member) return
    if (isMeant(reason)) return this.#endNow(member)
    member.grace = this.#options.clock.after(RECONNECT_GRACE_MS, () => void this.#end(member))
  }

  /** Closes a publisher; one that is gone already is not waited for any more, where that is meant. */
  closeConnection(connectionId: ConnectionId, reason: CloseReason): void {
    const member = this.#find(({ publication: one }) => one.connectionId === connectionId)
    if (!member) return
    if (!member.grace) return member.publication.close(reason)
    if (isMeant(reason)) this.#endNow(member)
  }

  /** Closes every publisher and ends every playlist now, without a grace. */
  async close(reason: CloseReason): Promise<void> {
    const members = [...this.#members]
    for (const { publication } of members) publication.close(reason)
    await Promise.all(members.map((member) => this.#end(member)))
    await this.#options.stream.end()
  }

  /** Removes the files of a connection that has ended, after a while. */
  retire(connectionId: ConnectionId): void {
    this.#options.stream.removeConnection(connectionId, RETENTION_MS)
  }

  /** Removes the files of a channel that was closed for good, after a while. */
  remove(delay: Milliseconds): void {
    this.#options.stream.remove(delay)
  }

  /** One whose playlists go on. */
  #find(isIt: (member: Member) => boolean): Member | undefined {
    return [...this.#members].find((member) => !member.ended && isIt(member))
  }

  /** Without a grace; where nobody sends any more, nor with one for those that went before. */
  #endNow(member: Member): void {
    void this.#end(member)
    if (this.publications.length > 0) return
    for (const other of this.#members) void this.#end(other)
  }

  #end(member: Member): Promise<void> {
    member.ended ??= this.#writeEnd(member)
    return member.ended
  }

  async #writeEnd(member: Member): Promise<void> {
    const { publication } = member
    member.grace?.cancel()
    await publication.drained
    await publication.stream.end()
    this.#members.delete(member)
    // Somebody within their grace, or still sending, keeps the channel's own playlist open.
    if (this.#members.size === 0) await this.#options.stream.end()
    this.retire(publication.connectionId)
    this.#options.onPlaylistEnded(publication)
  }
}
