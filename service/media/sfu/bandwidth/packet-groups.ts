import type { Milliseconds } from '../../../contract/units.ts'

/** Packets sent within so many ms of the first one are a group (draft-ietf-rmcat-gcc-02 5.2). */
const BURST_MS = 5
/** A group stretched by packets that arrive together never lasts longer. */
const LONGEST_GROUP_MS = 100

interface Group {
  readonly firstSentMs: Milliseconds
  sentMs: Milliseconds
  readonly firstArrivedMs: Milliseconds
  arrivedMs: Milliseconds
}

/** How much further apart two groups were sent and arrived, ms. */
export interface GroupDelta {
  readonly sentMs: Milliseconds
  readonly arrivedMs: Milliseconds
}

/**
 * Gathers packets sent in a burst, so that pacing and frames don't look like queueing. Packets that a link
 * held back and let through together belong to one group too.
 */
export class PacketGroups {
  #previous: Group | null = null
  #current: Group | null = null

  /** Takes packets in the order they were sent; gives the delta of two groups when the second is complete. */
  add(sentMs: Milliseconds, arrivedMs: Milliseconds): GroupDelta | null {
    const current = this.#current
    if (current && sentMs < current.firstSentMs) return null
    if (current && belongs(current, sentMs, arrivedMs)) {
      current.sentMs = Math.max(current.sentMs, sentMs)
      current.arrivedMs = Math.max(current.arrivedMs, arrivedMs)
      return null
    }
    const previous = this.#previous
    this.#previous = current
    this.#current = { firstSentMs: sentMs, sentMs, firstArrivedMs: arrivedMs, arrivedMs }
    if (!previous || !current) return null
    return { sentMs: current.sentMs - previous.sentMs, arrivedMs: current.arrivedMs - previous.arrivedMs }
  }
}

function belongs(group: Group, sentMs: Milliseconds, arrivedMs: Milliseconds): boolean {
  if (sentMs - group.firstSentMs <= BURST_MS) return true
  const sinceLast = arrivedMs - group.arrivedMs
  return (
    sinceLast <= BURST_MS &&
    sinceLast < sentMs - group.sentMs &&
    arrivedMs - group.firstArrivedMs < LONGEST_GROUP_MS
  )
}
