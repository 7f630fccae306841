/** Entry of the archive process: recordings to stores and back. Started by control. */
import { parentLink } from '../../platform/parent-link.ts'

const link = parentLink()
// What is on its way goes on after the next start, from its journal.
link.onClose(() => process.exit(0))

// These reach the whole process group at times; control decides what ends and in which order.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
