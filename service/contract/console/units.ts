/** Schemas of the units that answers of the console have (`contract/units.ts`). */
import { z } from 'zod'

/** Milliseconds since 1970-01-01T00:00:00Z. */
export const moment = z.number()
export const milliseconds = z.number()
export const seconds = z.number()
export const bitsPerSecond = z.number()
export const bytes = z.int().nonnegative()
/** How many. */
export const count = z.int().nonnegative()
