/** The highest level of late, for the mark in the meter. Pure. */

/** How long a peak stays before the mark falls to what is there now, milliseconds. */
export const PEAK_MS = 1500

export interface Peak {
  readonly db: number
  /** Milliseconds. */
  readonly at: number
}

/** @param now milliseconds, of the same clock as `peak.at` */
export const holdPeak = (peak: Peak, db: number, now: number): Peak =>
  db >= peak.db || now - peak.at >= PEAK_MS ? { db, at: now } : peak
