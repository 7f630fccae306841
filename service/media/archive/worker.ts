/** Entry of the archive process: recordings to stores and back. Started by control. */
import { systemClock } from '../../platform/clock.ts'
import { parentLink } from '../../platform/parent-link.ts'
import { openStore } from '../../provider/archive/open-store.ts'
import { serveArchive } from './serve.ts'

const link = parentLink()
serveArchive(link, { openStore, clock: systemClock, end: () => process.exit(0) })

// What is on its way goes on after the next start, from its journal.
link.onClose(() => process.exit(0))

// These reach the whole process group at times; control decides what ends and in which order.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
