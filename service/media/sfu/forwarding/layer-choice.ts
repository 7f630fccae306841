import type { Rid } from '../../../contract/sfu-api.ts'
import type { Layer } from './layer.ts'

/** What a receiver is to get: a layer at most, nothing, or (null) the best there is. */
export type LayerWish = Rid | 'none' | null

/** The lower of two wishes. */
export function lower(a: LayerWish, b: LayerWish): LayerWish {
  if (a === 'none' || b === 'none') return 'none'
  if (a === null || b === null) return a ?? b
  return a < b ? a : b
}

/**
 * The layer that fulfils a wish best: the highest that is sent and not above it; where there is none, the
 * lowest that is sent. Null for 'none', and where no layer is sent at all.
 * @param layers lowest first
 */
export function chooseLayer(layers: readonly Layer[], wish: LayerWish): Layer | null {
  const [only] = layers
  if (wish === 'none' || !only) return null
  if (layers.length === 1) return only
  const sent = layers.filter((layer) => layer.active)
  return sent.findLast(({ rid }) => wish === null || rid === null || rid <= wish) ?? sent[0] ?? null
}
