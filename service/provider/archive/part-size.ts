/** How large the parts of an upload are, so that no limit of a store is ever met. */
import type { Bytes } from '../../contract/units.ts'

const KIB = 1024
const MIB = 1024 * KIB
const GIB = 1024 * MIB
const TIB = 1024 * GIB

/** Large enough that requests cost little, small enough to be sent again and to be held in memory. */
const USUAL_PART = 8 * MIB

export interface PartLimits {
  /** Of every part but the last one. */
  readonly least: Bytes
  readonly most: Bytes
  /** How many parts an object may have. */
  readonly parts: number
  /** Every part but the last one is a multiple of this. */
  readonly multipleOf: Bytes
  /** Of an object. */
  readonly whole: Bytes
  /** What a part has where no limit asks for more; 8 MiB unless it is said. Tests take small ones. */
  readonly usual?: Bytes
}

export const S3_PARTS: PartLimits = {
  least: 5 * MIB,
  most: 5 * GIB,
  parts: 10_000,
  multipleOf: MIB,
  whole: 5 * TIB,
}
export const AZURE_PARTS: PartLimits = {
  least: 1,
  most: 4000 * MIB,
  parts: 50_000,
  multipleOf: 1,
  whole: 50_000 * 4000 * MIB,
}
export const GS_PARTS: PartLimits = {
  least: 256 * KIB,
  most: 5 * TIB,
  parts: Number.MAX_SAFE_INTEGER,
  multipleOf: 256 * KIB,
  whole: 5 * TIB,
}

/**
 * Bytes of every part but the last one.
 * @param total bytes of the whole object
 * @throws RangeError when the store cannot hold that many
 */
export function partBytes(total: Bytes, limits: PartLimits): Bytes {
  const most = Math.floor(limits.most / limits.multipleOf) * limits.multipleOf
  const wanted = Math.max(limits.least, limits.usual ?? USUAL_PART, Math.ceil(total / limits.parts))
  const size = Math.ceil(wanted / limits.multipleOf) * limits.multipleOf
  if (total > limits.whole || Math.ceil(total / most) > limits.parts) {
    throw new RangeError(`the store holds no object of ${total} bytes`)
  }
  return Math.min(size, most)
}
