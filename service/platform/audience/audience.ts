import type { ChannelId } from '../../contract/ids.ts'
import type { Attendance, ViewerStats } from '../../contract/origin-worker.ts'
import type { Milliseconds } from '../../contract/units.ts'
import { monotonicNow } from '../clock.ts'
import { TurnedAwayPlayers } from './turned-away.ts'
import { ViewerCount } from './viewer-count.ts'

/** Who watches, of what all processes of the origin tell: a viewer that several of them served counts once. */
export class Audience {
  readonly #viewers: ViewerCount<ChannelId>
  readonly #bySubject: ViewerCount<`${ChannelId}/${string}`>
  readonly #turnedAway = new TurnedAwayPlayers()

  /** @param now monotonic */
  constructor(now: () => Milliseconds = monotonicNow) {
    this.#viewers = new ViewerCount(now)
    this.#bySubject = new ViewerCount(now)
  }

  add({ seen, turnedAway }: Attendance): void {
    for (const { channelId, subject, viewers } of seen) {
      for (const viewer of viewers) {
        this.#viewers.saw(channelId, viewer)
        if (subject !== null) this.#bySubject.saw(`${channelId}/${subject}`, viewer)
      }
    }
    for (const player of turnedAway) this.#turnedAway.add(player)
  }

  /** As it is now; who was turned away is told once. */
  take(): ViewerStats {
    return {
      viewers: this.#viewers.all().map(({ key, count }) => ({ channelId: key, count })),
      bySubject: this.#bySubject.all().map(({ key, count }) => {
        const at = key.indexOf('/')
        return { channelId: key.slice(0, at) as ChannelId, subject: key.slice(at + 1), count }
      }),
      turnedAway: this.#turnedAway.take(),
    }
  }
}
