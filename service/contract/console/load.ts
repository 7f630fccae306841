/** How busy the computer is that the service runs on. */
import { z } from 'zod'
import type { Shown } from './route.ts'
import { bytes, count, moment } from './units.ts'

export const loadView = z.strictObject({
  cores: count,
  /** Share of all cores that was busy with anything, 0 to 1; null before it was measured twice. */
  cpu: z.number().nullable(),
  memoryBytes: bytes,
  /** What programs could still be given. */
  memoryFreeBytes: bytes,
  /** Share of all cores from which it is too busy; null: it is never told to be. */
  cpuLimit: z.number().nullable(),
  /** Since when it is too busy for what runs; null while it is not. */
  overload: z.strictObject({ since: moment, of: z.enum(['cpu', 'memory']) }).nullable(),
})
export type LoadView = Shown<typeof loadView>
