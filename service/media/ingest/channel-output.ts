import type { CloseReason } from '../../contract/close-reasons.ts'
import type { ChannelId } from '../../contract/ids.ts'
import type { Milliseconds } from '../../contract/units.ts'
import type { Clock, Timer } from '../../platform/clock.ts'
import type { ChannelStream } from '../hls/channel-stream.ts'
import type { Publication } from './publication.ts'

/** How long a publisher may be gone before its playlists get their end mark. */
export const RECONNECT_GRACE_MS: Milliseconds = 10_000
/** How long the files of a connection that is no longer shown stay for viewers that still load them. */
const RETENTION_MS: Milliseconds = 60_000

interface Member {
  readonly publication: Publication
  /** Each rendition has a segment. */
  ready: boolean
  /** Its publisher is gone. */
  closed: boolean
  grace: Timer | null
  ended: boolean
}

export interface ChannelOutputOptions {
  readonly channelId: ChannelId
  readonly stream: ChannelStream
  readonly clock: Clock
  onPlaylistReady(publication: Publication): void
  onPlaylistEnded(publication: Publication): void
  removeConnection(publication: Publication): void
}

/**
 * The publishers of one channel and what its own playlist shows: the newest connection that has media;
 * after the last one is gone and the grace is over, an end mark.
 */
export class ChannelOutput {
  readonly #options: ChannelOutputOptions
  readonly #members: Member[] = []
  #shown: Member | null = null

  constructor(options: ChannelOutputOptions) {
    this.#options = options
  }

  /** Publications whose publisher still sends. */
  get publications(): readonly Publication[] {
    return this.#members.filter((m) => !m.closed).map((m) => m.publication)
  }

  add(publication: Publication): void {
    this.#members.push({ publication, ready: false, closed: false, grace: null, ended: false })
  }

  /** Each rendition of the publication has its first segment. */
  ready(publication: Publication): void {
    const member = this.#find(publication)
    if (!member || member.ready) return
    member.ready = true
    this.#show()
    this.#options.onPlaylistReady(publication)
  }

  /** The publisher is gone: its grace begins. */
  closed(publication: Publication): void {
    const member = this.#find(publication)
    if (!member) return
    member.closed = true
    member.grace = this.#options.clock.after(RECONNECT_GRACE_MS, () => void this.#end(member))
  }

  /** Closes every publisher and ends every playlist now, without a grace. */
  async close(reason: CloseReason): Promise<void> {
    for (const member of this.#members) if (!member.closed) member.publication.close(reason)
    await Promise.all(this.#members.map((member) => member.publication.drained))
    await Promise.all(this.#members.map((member) => this.#end(member)))
    await this.#options.stream.end()
  }

  /** Newest with media first; a publisher in its grace is shown until another one has media. */
  #show(): void {
    const candidates = this.#members.filter((m) => m.ready && !m.ended)
    const next = candidates.findLast((m) => !m.closed) ?? candidates.at(-1)
    if (!next || next === this.#shown) return
    const before = this.#shown
    this.#shown = next
    this.#options.stream.follow(next.publication.stream)
    if (before?.ended) this.#forget(before)
  }

  async #end(member: Member): Promise<void> {
    if (member.ended) return
    member.ended = true
    member.grace?.cancel()
    await member.publication.drained
    await member.publication.stream.end()
    this.#show()
    const anyoneElse = this.#members.some((m) => !m.ended && (!m.closed || m.ready))
    if (!anyoneElse) await this.#options.stream.end()
    this.#options.onPlaylistEnded(member.publication)
    if (member !== this.#shown) this.#forget(member)
  }

  /** What is still shown keeps its files until something else is. */
  #forget(member: Member): void {
    const index = this.#members.indexOf(member)
    if (index < 0) return
    this.#members.splice(index, 1)
    this.#options.clock.after(RETENTION_MS, () => this.#options.removeConnection(member.publication))
  }

  #find(publication: Publication): Member | undefined {
    return this.#members.find((m) => m.publication === publication)
  }
}
