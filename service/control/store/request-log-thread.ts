import { Worker } from 'node:worker_threads'
import type { EpochMilliseconds } from '../../contract/units.ts'
import type { Logger } from '../../platform/logger.ts'
import type { RequestLogKeeper, RequestLogStore } from '../request-log/request-log-store.ts'
import { requestLogStore } from './request-log.ts'

/** What is done in the thread; its answers come in the order in which it was asked. */
export type ThreadMethod = Exclude<keyof RequestLogStore, 'oldestAt'>

export interface ThreadQuestion {
  readonly method: ThreadMethod
  readonly values: readonly unknown[]
}

export type ThreadMessage =
  | { readonly kind: 'done'; readonly value: unknown; readonly oldestAt: EpochMilliseconds | null }
  | { readonly kind: 'failed'; readonly error: Error }
  | { readonly kind: 'warning'; readonly fields: object; readonly text: string }

interface Asked extends ThreadQuestion {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/**
 * The request log's store in a thread of its own, so that who is answered does not wait for what is written. The
 * thread starts when it is first asked; where it cannot start, all is done here.
 * @param entry file that the thread runs, `request-log-writer`
 */
export function requestLogThread(
  file: string,
  entry: string,
  logger: Pick<Logger, 'warn'>,
): RequestLogKeeper {
  /** Oldest first. */
  const asked: Asked[] = []
  let thread: Worker | null = null
  let here: RequestLogStore | null = null
  /** Before anything was said, it may be as old as can be. */
  let oldestAt: EpochMilliseconds | null = 0

  const ask = <T>(method: ThreadMethod, ...values: readonly unknown[]): Promise<T> =>
    new Promise((resolve, reject) => {
      const one = { method, values, resolve: resolve as (value: unknown) => void, reject }
      if (here) return doHere(here, one)
      thread ??= start()
      asked.push(one)
      // The process must not end while something is still to be written.
      thread.ref()
      thread.postMessage({ method, values } satisfies ThreadQuestion)
    })

  function start(): Worker {
    let hasAnswered = false
    const started = new Worker(entry, { workerData: file })
    started.on('message', (message: ThreadMessage) => {
      hasAnswered = true
      if (message.kind === 'warning') return logger.warn(message.fields, message.text)
      const one = asked.shift()
      if (asked.length === 0) started.unref()
      if (message.kind === 'failed') return one?.reject(message.error)
      oldestAt = message.oldestAt
      one?.resolve(message.value)
    })
    started.once('error', (error) => {
      thread = null
      const lost = asked.splice(0)
      if (hasAnswered) return lost.forEach(({ reject }) => reject(error))
      logger.warn({ err: error }, 'the request log is written without a thread of its own')
      const store = (here = requestLogStore(file, logger))
      lost.forEach((one) => doHere(store, one))
    })
    return started
  }

  function doHere(store: RequestLogStore, { method, values, resolve, reject }: Asked): void {
    try {
      resolve(callOf(store, { method, values }))
      // After closing nothing is opened again.
      oldestAt = method === 'close' ? null : store.oldestAt()
    } catch (error) {
      reject(error)
    }
  }

  return {
    append: (calls) => ask('append', calls),
    look: (scope, filter, range) => ask('look', scope, filter, range),
    find: (scope, id) => ask('find', scope, id),
    removeOldest: (limit, time) => ask('removeOldest', limit, time),
    removeUnknown: (keep, limit) => ask('removeUnknown', keep, limit),
    clear: (scope, limit) => ask('clear', scope, limit),
    bytes: () => ask('bytes'),
    oldestAt: () => oldestAt,
    async close() {
      if (!thread && !here) return
      await ask('close')
      await thread?.terminate()
      thread = null
    },
  }
}

/** @throws SQLite's errors */
export function callOf(store: RequestLogStore, { method, values }: ThreadQuestion): unknown {
  // They were given to the method of this name.
  return (store[method] as (...values: readonly unknown[]) => unknown)(...values)
}
