import type { BitsPerSecond, Milliseconds } from '../../../contract/units.ts'
import { allocateLayers, costOf, usableLayers } from './layer-allocator.ts'
import type { Allocation, LayerWish } from './layer-allocator.ts'

/** An upgrade needs so much more budget than it takes, for so long. */
const MARGIN = 1.15
const STABLE_MS = 2000
/** After a downgrade there is no upgrade for so long. */
const REST_MS = 10_000
/** An upgrade that lasts shorter has failed: the rest then doubles, up to the longest. */
const TRIAL_MS = 20_000
const LONGEST_REST_MS = 160_000

interface Choice {
  rid: Allocation['rid']
  wanted: LayerWish['wanted']
  upgradedMs: Milliseconds
  /** Since when the budget has had room for an upgrade. */
  roomSinceMs: Milliseconds | null
  restMs: Milliseconds
  restUntilMs: Milliseconds
}

/** Chooses layers for one receiver, so that a budget that goes up and down does not show in the picture. */
export class LayerChooser {
  readonly #choices = new Map<string, Choice>()
  #neededBps: BitsPerSecond | null = null

  /** Budget that the next upgrade would need; null where none is wanted or none is to be tried now. */
  get neededBps(): BitsPerSecond | null {
    return this.#neededBps
  }

  /** To be called whenever the budget or a wish changes, and at least once a second. */
  choose(budgetBps: BitsPerSecond, wishes: readonly LayerWish[], nowMs: Milliseconds): Allocation[] {
    const fitting = allocateLayers(budgetBps, wishes)
    const ample = allocateLayers(budgetBps / MARGIN, wishes, 1)
    const chosen = wishes.map((wish, i) => {
      const most = fitting[i]?.rid ?? null
      const rid = this.#next(wish, most, lower(wish, most, ample[i]?.rid ?? null), nowMs)
      return { id: wish.id, rid }
    })
    const ids = new Set(wishes.map((wish) => wish.id))
    for (const id of this.#choices.keys()) if (!ids.has(id)) this.#choices.delete(id)
    this.#neededBps = this.#needed(wishes, chosen, nowMs)
    return chosen
  }

  #next(
    wish: LayerWish,
    most: Allocation['rid'],
    room: Allocation['rid'],
    nowMs: Milliseconds,
  ): Allocation['rid'] {
    const choice = this.#choices.get(wish.id)
    if (!choice) {
      const rid = higher(wish, room, lower(wish, most, wish.current ?? wish.layers[0]?.rid ?? null))
      this.#choices.set(wish.id, begun(wish, rid))
      return rid
    }
    if (choice.wanted !== wish.wanted) {
      // What a client asks for does not wait.
      Object.assign(choice, begun(wish, higher(wish, room, lower(wish, most, choice.rid))))
    } else if (rank(wish, most) < rank(wish, choice.rid)) {
      if (isUsable(wish, choice.rid)) rest(choice, nowMs)
      choice.rid = most
      choice.roomSinceMs = null
    } else if (rank(wish, room) > rank(wish, choice.rid)) {
      choice.roomSinceMs ??= nowMs
      if (nowMs - choice.roomSinceMs >= STABLE_MS && nowMs >= choice.restUntilMs) {
        choice.rid = room
        choice.upgradedMs = nowMs
        choice.roomSinceMs = null
      }
    } else choice.roomSinceMs = null
    return choice.rid
  }

  #needed(
    wishes: readonly LayerWish[],
    chosen: readonly Allocation[],
    nowMs: Milliseconds,
  ): BitsPerSecond | null {
    let taken = 0
    let extra = Infinity
    wishes.forEach((wish, i) => {
      const rid = chosen[i]?.rid ?? null
      const cost = costOf(wish, rid)
      taken += cost
      if ((this.#choices.get(wish.id)?.restUntilMs ?? 0) > nowMs) return
      const next = usableLayers(wish).find((layer) => rank(wish, layer.rid) > rank(wish, rid))
      if (next) extra = Math.min(extra, Math.max(0, next.bitRateBps - cost))
    })
    return extra === Infinity ? null : (taken + extra) * MARGIN
  }
}

function begun(wish: LayerWish, rid: Allocation['rid']): Choice {
  const { wanted } = wish
  return { rid, wanted, upgradedMs: -Infinity, roomSinceMs: null, restMs: REST_MS, restUntilMs: -Infinity }
}

function rest(choice: Choice, nowMs: Milliseconds): void {
  const failed = nowMs - choice.upgradedMs < TRIAL_MS
  choice.restMs = failed ? Math.min(LONGEST_REST_MS, choice.restMs * 2) : REST_MS
  choice.restUntilMs = nowMs + choice.restMs
}

/** 0 for none, then by height. */
function rank(wish: LayerWish, rid: Allocation['rid']): number {
  return rid === 'none' ? 0 : wish.layers.findIndex((layer) => layer.rid === rid) + 1
}

function lower(wish: LayerWish, a: Allocation['rid'], b: Allocation['rid']): Allocation['rid'] {
  return rank(wish, a) < rank(wish, b) ? a : b
}

function higher(wish: LayerWish, a: Allocation['rid'], b: Allocation['rid']): Allocation['rid'] {
  return rank(wish, a) > rank(wish, b) ? a : b
}

function isUsable(wish: LayerWish, rid: Allocation['rid']): boolean {
  return usableLayers(wish).some((layer) => layer.rid === rid)
}
