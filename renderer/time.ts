/** Lengths of time, milliseconds. */
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** The UTC day's beginning: the same all day, so that a question made of it is not asked each second anew. */
export const utcDay = (at: number): number => Math.floor(at / DAY_MS) * DAY_MS
