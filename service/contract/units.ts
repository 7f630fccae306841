/** Units, spelled out wherever a number crosses a module border. */
export type Milliseconds = number
export type Seconds = number
/** Milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMilliseconds = number
export type BitsPerSecond = number
export type Bytes = number
/** Media time counted in ticks of the track's own timescale (ticks per second). */
export type Ticks = number
/** Of levels: dBFS, 0 is the loudest that there is. */
export type Decibels = number

export const DAY: Milliseconds = 86_400_000
