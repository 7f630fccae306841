/** A process that records calls without end until it is killed. Argument: the log's file. Tells when it begins. */
import { BatchedRequestLog } from '../../service/control/request-log/log.ts'
import { requestLogStore } from '../../service/control/store/request-log.ts'
import { systemClock } from '../../service/platform/clock.ts'
import { createLogger } from '../../service/platform/logger.ts'
import { someCall } from './request-log.ts'

const file = process.argv[2]
if (file === undefined) throw new Error('The file is missing.')
const logger = createLogger('warn')
const log = new BatchedRequestLog({ store: requestLogStore(file, logger), clock: systemClock, logger })
let recorded = 0
log.record(someCall())
// Awaited before the flood: what comes faster than it can be written is never all written.
await log.written()
setInterval(() => {
  for (let i = 0; i < 100; i++) log.record(someCall({ at: ++recorded, response: 'x'.repeat(3000) }))
}, 1)
console.log('writing')
