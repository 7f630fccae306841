/** Entry of the thread that keeps the request log. Its data is the path of the log's file. */
import { parentPort, workerData } from 'node:worker_threads'
import type { EpochMilliseconds } from '../../contract/units.ts'
import { requestLogStore } from './request-log.ts'
import { callOf } from './request-log-thread.ts'
import type { ThreadMessage, ThreadQuestion } from './request-log-thread.ts'

const tell = (message: ThreadMessage) => parentPort?.postMessage(message)
const warn = (fields: object, text: string) => tell({ kind: 'warning', fields, text })
const store = requestLogStore(String(workerData), { warn } as Parameters<typeof requestLogStore>[1])

/** A time that is over where it can't be read; after closing nothing is opened again. */
function oldestAt(method: ThreadQuestion['method']): EpochMilliseconds | null {
  if (method === 'close') return null
  try {
    return store.oldestAt()
  } catch {
    return 0
  }
}

parentPort?.on('message', (question: ThreadQuestion) => {
  try {
    const value = callOf(store, question)
    tell({ kind: 'done', value, oldestAt: oldestAt(question.method) })
  } catch (error) {
    tell({ kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) })
  }
})
