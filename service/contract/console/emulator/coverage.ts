/** What of the service was and was not seen in a run of tests. */
import { z } from 'zod'
import type { Shown } from '../route.ts'

export const COVERED = ['operations', 'endpoints', 'refusals', 'webhooks', 'closes'] as const
export type Covered = (typeof COVERED)[number]

const covered = z.strictObject({
  group: z.enum(COVERED),
  seen: z.int(),
  known: z.int(),
  /** In the order of the documentation; `count`: how often it was seen. */
  items: z.array(z.strictObject({ name: z.string(), count: z.int() })),
})

export const coverageResponse = z.strictObject({
  seen: z.int(),
  known: z.int(),
  /** Of all that is known, 0 to 100, rounded down to tenths. */
  percent: z.number(),
  groups: z.array(covered),
})
export type CoverageView = Shown<typeof coverageResponse>
