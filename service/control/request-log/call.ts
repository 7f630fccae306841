/** What listeners tell the log of calls. */
import type { SystemId } from '../../contract/ids.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'

/** One call, as its listener saw it. Bodies are as they came: masking is the log's business. */
export interface Call {
  /** When it was answered. */
  readonly at: EpochMilliseconds
  readonly api: 'option' | 'live'
  /** `GET /api/schedule`, or the value of X-Sfu-Target. */
  readonly operation: string
  /** Null where the caller is unknown. */
  readonly systemId: SystemId | null
  /** Name of the access token or e-mail of the user; null where the caller is unknown. Never a secret. */
  readonly caller: string | null
  readonly remoteAddress: string
  readonly status: number
  readonly durationMs: Milliseconds
  /** Parameters or body as parsed; undefined where there was none or it could not be read. */
  readonly request: unknown
  /** The body of the answer as sent, JSON. */
  readonly response: string
  /** Members of the request that were ignored, by path. */
  readonly unknownMembers: readonly string[]
}

export interface RequestLog {
  /** Takes a note and returns at once; never throws. The log writes it later. */
  record(call: Call): void
}
