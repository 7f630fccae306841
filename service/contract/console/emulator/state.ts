/** What is unreal in a service that was started with `--emulator`, for all who are signed in. */
import { z } from 'zod'
import type { Shown } from '../route.ts'
import { count, moment } from '../units.ts'

/**
 * `real`: it goes at the speed of real time, and may still stand elsewhere, where it was moved; `frozen`: it stands;
 * `rate`: it goes faster or slower.
 */
const clockMode = z.enum(['real', 'frozen', 'rate'])
export type ClockMode = z.output<typeof clockMode>

/** The clock of all rules of time. */
export const emulatorClock = z.strictObject({
  mode: clockMode,
  /** What the rules of time go by. */
  now: moment,
  realNow: moment,
  /** Since when, in real time, it stands or goes as it does. */
  since: moment,
  /** How many times as fast as real time; 0 while it stands. */
  rate: z.number().nonnegative(),
  /** What happens next by itself, of that which is known; null where nothing is. */
  next: z.strictObject({ kind: z.string(), at: moment }).nullable(),
})
export type EmulatorClock = Shown<typeof emulatorClock>

export const emulatorView = z.strictObject({
  clock: emulatorClock,
  faults: z.strictObject({
    /** Rules that are in force. */
    armed: count,
    /** What they hit since they were armed. */
    hits: count,
  }),
})
export type EmulatorView = Shown<typeof emulatorView>
