/** What is kept of calls, and where. */
import type { ListRequestsQuery } from '../../contract/console/requests.ts'
import type { SystemId } from '../../contract/ids.ts'
import type { Bytes, EpochMilliseconds } from '../../contract/units.ts'
import type { KeptBody } from './masking.ts'
import type { Call } from './call.ts'
import type { PackedCalls } from './packed-calls.ts'

/** A call as it is kept. */
export interface KeptCall extends Omit<Call, 'request' | 'response'> {
  /** Null where there was none or it could not be read. */
  readonly request: KeptBody | null
  readonly response: KeptBody
}

/** A kept call with its number; later calls have higher ones. */
export interface NumberedCall extends KeptCall {
  readonly id: number
}

/** What a listing shows of a call: all but the bodies. */
export type CallSummary = Omit<NumberedCall, 'request' | 'response'>

/** Whose calls are looked at. */
export interface CallScope {
  readonly systemId: SystemId
  /** Also those whose caller is unknown. */
  readonly unknownCallers: boolean
}

/** Where the log is kept. Each method takes a few ms at most, and throws SQLite's errors. */
export interface RequestLogStore {
  /** All of them or none. */
  append(calls: PackedCalls): void
  /**
   * The calls with these properties among the `window` newest before `before`, newest first, and where the
   * next look would begin; null when there is nothing older.
   */
  look(
    scope: CallScope,
    filter: CallFilter,
    range: { readonly before: number; readonly window: number; readonly limit: number },
  ): { readonly calls: readonly CallSummary[]; readonly before: number | null }
  find(scope: CallScope, id: number): NumberedCall | null
  /** Removes at most `limit` of the oldest calls, of those that were made before `time`; gives their number. */
  removeOldest(limit: number, time: EpochMilliseconds): number
  /** When the oldest call was made; null where there is none. */
  oldestAt(): EpochMilliseconds | null
  /** Of callers who are not known, removes at most `limit` of the oldest beyond the newest `keep`; gives their number. */
  removeUnknown(keep: number, limit: number): number
  /** Removes at most `limit` calls of the scope; gives their number. */
  clear(scope: CallScope, limit: number): number
  /** What the calls take up on disk. */
  bytes(): Bytes
  close(): void
}

/** Such a store here, or in a thread that is asked for all but the age of the oldest call. */
export type RequestLogKeeper = Pick<RequestLogStore, 'oldestAt'> & {
  [Name in Exclude<keyof RequestLogStore, 'oldestAt'>]: (
    ...values: Parameters<RequestLogStore[Name]>
  ) => ReturnType<RequestLogStore[Name]> | Promise<ReturnType<RequestLogStore[Name]>>
}

/** Properties of calls that are looked for; what is left out does not matter. */
export type CallFilter = Omit<ListRequestsQuery, 'before' | 'limit'>
