import type { BitsPerSecond } from '../../contract/units.ts'
import type { ArrivedTotals } from '../../contract/worker-protocol.ts'

/** What came between two reports. */
export interface Rates {
  readonly videoBps: BitsPerSecond
  readonly audioBps: BitsPerSecond
  readonly framesPerSecond: number
}

/** Null for the first report, and where no time passed between both. Pure. */
export function ratesBetween(before: ArrivedTotals | null, now: ArrivedTotals): Rates | null {
  const seconds = before ? (now.at - before.at) / 1000 : 0
  if (!before || seconds <= 0) return null
  return {
    videoBps: ((now.videoBytes - before.videoBytes) * 8) / seconds,
    audioBps: ((now.audioBytes - before.audioBytes) * 8) / seconds,
    framesPerSecond: (now.videoFrames - before.videoFrames) / seconds,
  }
}
