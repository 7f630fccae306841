/** A process that records made-up segments into the folder of its argument until it is killed. */
import { Backlog } from '../../service/media/spool/backlog.ts'
import { Recorder } from '../../service/media/spool/recorder.ts'
import { localDisk } from '../../service/media/spool/spool-disk.ts'
import { Turns } from '../../service/platform/turns.ts'
import { createLogger } from '../../service/platform/logger.ts'
import { madeUpSegment } from './made-up-segment.ts'

const folder = process.argv[2]
if (!folder) throw new Error('which folder?')
let number = 0
const recorder = new Recorder({
  ...{ folder, disk: localDisk, turns: new Turns(1), backlog: new Backlog(), pid: process.pid },
  logger: createLogger('silent'),
  guard: { hasRoom: () => Promise.resolve(true) },
  onFile: ({ kind }) => {
    if (kind === 'segment') recorder.accept(madeUpSegment(++number))
    if (number === 5) process.send?.('busy')
  },
  onLost: () => undefined,
  onEnded: () => undefined,
})
recorder.accept(madeUpSegment(0))
