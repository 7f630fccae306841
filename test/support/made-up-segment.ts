import type { ClearSegment } from '../../service/media/hls/segment-tap.ts'

export const MADE_UP_BYTES = 100_000

/** Two seconds of nothing that plays; each number has bytes of its own, and the first an initialization. */
export function madeUpSegment(number: number, facts: Partial<ClearSegment> = {}): ClearSegment {
  return {
    init: number === 0 ? Buffer.from('initialization 0') : null,
    bytes: Buffer.alloc(MADE_UP_BYTES, `segment ${number};`),
    startSeconds: number * 2,
    durationSeconds: 2,
    discontinuity: false,
    programDateTime: 1_760_000_000_000 + number * 2000,
    ...facts,
  }
}
