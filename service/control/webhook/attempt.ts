import type { FailureClass } from '../../contract/console/webhooks.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'

/** One HTTP try of one event. */
export interface Attempt {
  readonly startedAt: EpochMilliseconds
  readonly durationMs: Milliseconds
  /** The headers that were sent, signature included. */
  readonly requestHeaders: Readonly<Record<string, string>>
  /** Null where no answer came. */
  readonly status: number | null
  readonly failure: { readonly class: FailureClass; readonly text: string } | null
  /** Those that help, and as `***` those that let somebody in. */
  readonly responseHeaders: Readonly<Record<string, string>> | null
  /** First 4 KiB, masked; null where no answer came. */
  readonly responseBody: string | null
}
