import { parse } from 'node:path'
import { RecordingFolders } from '../../service/control/archive/recording-folders.ts'
import { recordingFolderRepository } from '../../service/control/store/recording-folders.ts'
import type { Database } from '../../service/control/store/database.ts'
import type { Clock } from '../../service/platform/clock.ts'

/** Every folder of this machine is allowed but the service's own, unless others are given. */
export function testRecordingFolders(
  database: Database,
  clock: Clock,
  dataDir: string,
  given: readonly string[] = [parse(process.cwd()).root],
): RecordingFolders {
  return new RecordingFolders({ clock, store: recordingFolderRepository(database), dataDir, given })
}
