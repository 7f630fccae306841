import { emulatorRunApi } from '../contract/console/emulator/runs.ts'
import type { RecordingView } from '../contract/console/emulator/runs.ts'
import type { ConsoleClient } from '../entry/console-client.ts'

export type { RecordingView }

/** What passes between the service and those who use it, as a file. */
export interface Recording {
  /** Begins; what was recorded before is gone. */
  start(): Promise<RecordingView>
  /** Ends, and writes what was recorded, secrets masked: `airdesk replay` sends it again. */
  stop(file: string): Promise<RecordingView>
}

export function recordingOf(client: ConsoleClient): Recording {
  return {
    start: () => client.call(emulatorRunApi.startRecord),
    async stop(file) {
      const view = await client.call(emulatorRunApi.stopRecord)
      await client.download(emulatorRunApi.recordFile, {}, file)
      return view
    },
  }
}
