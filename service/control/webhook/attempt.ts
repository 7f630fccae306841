import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'

/**
 * Why an attempt failed: no answer in time, no connection, no address for the name, no valid TLS, an
 * answer that breaks its form, or a status that says no.
 */
export const FAILURE_CLASSES = ['timeout', 'refused', 'dns', 'tls', 'malformed', 'status'] as const

export type FailureClass = (typeof FAILURE_CLASSES)[number]

/** One HTTP try of one event. */
export interface Attempt {
  readonly startedAt: EpochMilliseconds
  readonly durationMs: Milliseconds
  /** The headers that were sent, signature included. */
  readonly requestHeaders: Readonly<Record<string, string>>
  /** Null where no answer came. */
  readonly status: number | null
  readonly failure: { readonly class: FailureClass; readonly text: string } | null
  readonly responseHeaders: Readonly<Record<string, string>> | null
  /** First 64 KiB; null where no answer came. */
  readonly responseBody: string | null
}
