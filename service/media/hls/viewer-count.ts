import type { ChannelId } from '../../contract/ids.ts'
import type { Milliseconds } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'

const RECENT_MS: Milliseconds = 10_000
/** Per channel; beyond this the one that was quiet for longest is forgotten. */
const MAXIMUM_VIEWERS = 20_000

/** Counts who asked for a channel's files within the last 10 s: address and user agent make one viewer. */
export class ViewerCount {
  readonly #clock: Clock
  /** Viewer → when last seen, the longest quiet first. */
  readonly #channels = new Map<ChannelId, Map<string, number>>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  saw(channelId: ChannelId, address: string, userAgent: string): void {
    const viewers = this.#channels.get(channelId) ?? new Map<string, number>()
    this.#channels.set(channelId, viewers)
    const viewer = `${address} ${userAgent.slice(0, 256)}`
    viewers.delete(viewer)
    viewers.set(viewer, this.#clock.now())
    this.#forgetOld(viewers)
  }

  count(channelId: ChannelId): number {
    const viewers = this.#channels.get(channelId)
    if (!viewers) return 0
    this.#forgetOld(viewers)
    if (viewers.size === 0) this.#channels.delete(channelId)
    return viewers.size
  }

  /** All channels that have viewers. */
  all(): readonly { readonly channelId: ChannelId; readonly count: number }[] {
    return [...this.#channels.keys()]
      .map((channelId) => ({ channelId, count: this.count(channelId) }))
      .filter(({ count }) => count > 0)
  }

  #forgetOld(viewers: Map<string, number>): void {
    const oldest = this.#clock.now() - RECENT_MS
    for (const [viewer, seenAt] of viewers) {
      if (seenAt >= oldest && viewers.size <= MAXIMUM_VIEWERS) return
      viewers.delete(viewer)
    }
  }
}
