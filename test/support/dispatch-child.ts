/** A process that delivers the outbox of a database file until it is killed. Argument: the file. */
import { systemClock } from '../../service/platform/clock.ts'
import { openTestDatabase } from './database.ts'
import { webhookParts } from './webhook-parts.ts'

const file = process.argv[2]
if (file === undefined) throw new Error('The database file is missing.')
webhookParts(openTestDatabase(file), systemClock).dispatcher.start()
// Timers of the clock keep no process alive.
setInterval(() => undefined, 60_000)
