import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ListRequestsQuery } from '../../contract/console/requests.ts'
import type { BatchedRequestLog } from './log.ts'
import type { CallScope, CallSummary, NumberedCall, RequestLogKeeper } from './request-log-store.ts'

/** So many calls are looked at in one turn of the event loop. */
const CALLS_PER_TURN = 1000

export interface CallPage {
  /** Newest first. */
  readonly calls: readonly CallSummary[]
  /** `before` of the next page; null when this is the last. */
  readonly next: number | null
}

/** What the console reads of the log. */
export interface RequestLogReader {
  list(scope: CallScope, query: ListRequestsQuery): Promise<CallPage>
  /** Null when no such call is kept, or it is not in the scope. */
  find(scope: CallScope, id: number): NumberedCall | null | Promise<NumberedCall | null>
  /** Removes what was recorded up to now; gives the number of calls. */
  clear(scope: CallScope): Promise<number>
}

/** Reads what is kept, and what was recorded up to now. */
export function requestLogReader(log: BatchedRequestLog, store: RequestLogKeeper): RequestLogReader {
  return {
    async list(scope, { before, limit, ...filter }) {
      await log.written()
      const calls: CallSummary[] = []
      let from: number | null = before ?? Number.MAX_SAFE_INTEGER
      for (;;) {
        const range = { before: from, window: CALLS_PER_TURN, limit: limit - calls.length }
        const found = await store.look(scope, filter, range)
        calls.push(...found.calls)
        from = found.before
        if (from === null || calls.length === limit) return { calls, next: from }
        await nextTurn()
      }
    },
    find: (scope, id) => store.find(scope, id),
    async clear(scope) {
      await log.written()
      for (let count = 0; ;) {
        const removed = await store.clear(scope, CALLS_PER_TURN)
        count += removed
        if (removed < CALLS_PER_TURN) return count
        await nextTurn()
      }
    },
  }
}
