/** Video bit rates of the last minute by channel, fed by what the engine says, outside React. */
import { engineTime } from '../../api/events/anchor.ts'
import { getLive, subscribeLive } from '../../api/events/store.ts'
import { readHealth } from '../../api/health.ts'
import { Ring } from '../../media/ring.ts'
import { pictureOf } from '../../channel/live.ts'

export const SPAN_SECONDS = 60
/** The engine measures once a second. */
const INTERVAL_MS = 900

interface Rates {
  readonly ring: Ring
  pushedAt: number
}

const rates = new Map<string, Rates>()

function take(): void {
  const { state, connected } = getLive()
  if (state === null) return rates.clear()
  const now = engineTime(state.clock, Date.now())
  for (const channel of state.channels.values()) {
    const known = rates.get(channel.channelId)
    const picture = connected ? pictureOf(channel) : null
    if (known === undefined && picture === null) continue
    if (known === undefined) void begin(channel.channelId, now)
    else if (now - known.pushedAt >= INTERVAL_MS) {
      known.ring.push(now, picture?.bitRateBps ?? Number.NaN)
      known.pushedAt = now
    }
  }
  for (const id of rates.keys()) if (!state.channels.has(id)) rates.delete(id)
}

/** With what the engine has measured before this page was there. */
async function begin(channelId: string, now: number): Promise<void> {
  // Nothing is pushed until that is read.
  const begun: Rates = { ring: new Ring(SPAN_SECONDS + 10), pushedAt: Infinity }
  rates.set(channelId, begun)
  try {
    const { recent } = await readHealth(channelId, now - SPAN_SECONDS * 1000)
    recent.at.forEach((at, i) => begun.ring.push(at, recent.values.video?.[i] ?? Number.NaN))
  } catch {
    // Without them the line begins now.
  }
  begun.pushedAt = 0
}

let following = false

/** Begins to keep them; they are kept on while other rooms are shown. */
export function followRates(): void {
  if (following) return
  following = true
  subscribeLive(take)
  take()
}

const NOTHING = { times: [], values: [] } as const

/** Oldest first, times in seconds since 1970 of the engine. */
export const readRates = (channelId: string) => rates.get(channelId)?.ring.read() ?? NOTHING
