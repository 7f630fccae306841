import type { Rid } from '../../../contract/sfu-api.ts'
import type { BitsPerSecond } from '../../../contract/units.ts'

/** A track that a receiver is to get. */
export interface LayerWish {
  readonly id: string
  /** Lowest first; one with rid null without simulcast. */
  readonly layers: readonly LayerOffer[]
  /** Highest layer asked for; null for the highest there is. */
  readonly wanted: Rid | 'none' | null
  /** Layer that is forwarded now. */
  readonly current: Rid | null
  /** Higher goes first. */
  readonly priority: number
  readonly audio: boolean
}

export interface LayerOffer {
  readonly rid: Rid | null
  /** Measured lately. */
  readonly bitRateBps: BitsPerSecond
  /** Packets of it arrive. */
  readonly active: boolean
}

/** Highest layer that may be forwarded; 'none' for nothing; null for the only layer there is. */
export interface Allocation {
  readonly id: string
  readonly rid: Rid | 'none' | null
}

/** A lowest layer is given as long as so much of it fits: rather too much than no picture. */
const LOWEST_SHARE = 0.5

/**
 * Shares a budget: audio always, then the lowest layer of each video, then, round by round, one layer more
 * for each in the order of priority. One that does not fit leaves its place to the next.
 * @param lowestShare of a lowest layer that has to fit
 */
export function allocateLayers(
  budgetBps: BitsPerSecond,
  wishes: readonly LayerWish[],
  lowestShare = LOWEST_SHARE,
): Allocation[] {
  const ladders = wishes.map(usableLayers)
  /** How many layers of its ladder each has got. */
  const heights = wishes.map(() => 0)
  const order = wishes.map((_, i) => i).sort((a, b) => priorityOf(wishes[b]) - priorityOf(wishes[a]))
  let left = wishes.reduce(
    (sum, wish) => (wish.audio ? sum - (wish.layers[0]?.bitRateBps ?? 0) : sum),
    budgetBps,
  )
  for (let height = 0; height < highest(ladders); height++) {
    for (const i of order) {
      const layer = ladders[i]?.[height]
      if (!layer || heights[i] !== height) continue
      const extra = layer.bitRateBps - (ladders[i]?.[height - 1]?.bitRateBps ?? 0)
      if (left < Math.max(0, extra) * (height === 0 ? lowestShare : 1)) continue
      heights[i] = height + 1
      left -= extra
    }
  }
  return wishes.map((wish, i) => ({ id: wish.id, rid: ridAt(wish, ladders[i] ?? [], heights[i] ?? 0) }))
}

/** Layers of a video that may be given, lowest first. What was asked for stands back where only more arrives. */
export function usableLayers(wish: LayerWish): readonly LayerOffer[] {
  if (wish.audio || wish.wanted === 'none') return []
  const { wanted } = wish
  const active = wish.layers.filter((layer) => layer.active)
  const allowed = active.filter((layer) => wanted === null || layer.rid === null || layer.rid <= wanted)
  return allowed.length > 0 ? allowed : active.slice(0, 1)
}

/** What an allocation takes of the budget. */
export function costOf(wish: LayerWish, rid: Allocation['rid']): BitsPerSecond {
  if (wish.audio) return wish.layers[0]?.bitRateBps ?? 0
  const layer = wish.layers.find((each) => each.rid === rid)
  return layer?.active ? layer.bitRateBps : 0
}

function ridAt(wish: LayerWish, ladder: readonly LayerOffer[], height: number): Allocation['rid'] {
  if (wish.audio) return null
  if (wish.wanted === 'none') return 'none'
  // Nothing arrives yet: the first layer that does may pass.
  if (ladder.length === 0) return wish.layers[0]?.rid ?? null
  const layer = ladder[height - 1]
  return layer ? layer.rid : 'none'
}

function priorityOf(wish: LayerWish | undefined): number {
  return wish?.priority ?? 0
}

function highest(ladders: readonly (readonly LayerOffer[])[]): number {
  return ladders.reduce((most, ladder) => Math.max(most, ladder.length), 0)
}
