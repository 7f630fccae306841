/** What somebody who helps needs to know of an installation: no credentials, ids of channels and e-mails cut short. */
import { z } from 'zod'
import { anyText } from '../text.ts'
import type { Shown } from './route.ts'

export const diagnosticsResponse = z.strictObject({
  /** Milliseconds since 1970 UTC. */
  madeAt: z.int(),
  application: z.strictObject({
    version: anyText,
    node: anyText,
    platform: anyText,
    arch: anyText,
    /** Milliseconds. */
    uptime: z.int(),
  }),
  /** As started; credentials are left out. */
  settings: z.strictObject({
    dataDir: anyText,
    host: anyText,
    portMode: anyText,
    portOverrides: z.record(z.string(), z.int()),
    logLevel: anyText,
    overloadAt: z.number().nullable(),
    azblobEndpoint: anyText.nullable(),
    gsEndpoint: anyText.nullable(),
  }),
  /** Newest last, as written. */
  log: z.array(anyText),
})
export type Diagnostics = Shown<typeof diagnosticsResponse>
