import { join } from 'node:path'
import type { RequestLog } from '../control/request-log/call.ts'
import { BatchedRequestLog } from '../control/request-log/log.ts'
import { requestLogReader } from '../control/request-log/reading.ts'
import type { RequestLogReader } from '../control/request-log/reading.ts'
import { requestLogThread } from '../control/store/request-log-thread.ts'
import type { Clock } from '../platform/clock.ts'
import type { ClosingStack } from '../platform/closing-stack.ts'
import type { Logger } from '../platform/logger.ts'

interface RequestLogOptions {
  readonly settings: { readonly dataDir: string }
  readonly layout: { readonly requestLogWriter: string }
  readonly clock: Clock
  readonly logger: Logger
}

export interface RequestLogs {
  readonly requestLog: RequestLog
  readonly requestLogReader: RequestLogReader
}

/** The log of calls of both APIs, beside the database. */
export function openRequestLog(
  { settings, layout, clock, logger }: RequestLogOptions,
  stack: ClosingStack,
): RequestLogs {
  const store = requestLogThread(join(settings.dataDir, 'requests.db'), layout.requestLogWriter, logger)
  const requestLog = new BatchedRequestLog({ store, clock, logger })
  stack.defer(() => requestLog.end())
  return { requestLog, requestLogReader: requestLogReader(requestLog, store) }
}
