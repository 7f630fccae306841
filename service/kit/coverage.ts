import type { CoverageView } from '../contract/console/emulator/coverage.ts'
import { emulatorRunApi } from '../contract/console/emulator/runs.ts'
import type { ConsoleClient } from '../entry/console-client.ts'

export type { CoverageView }

const FORMATS = ['junit', 'html'] as const

/** What of the service was and was not seen since it began, or since `forget`. */
export interface Coverage {
  read(): Promise<CoverageView>
  /** Writes it as JUnit XML, or as a page that needs nothing else. */
  write(format: (typeof FORMATS)[number], file: string): Promise<void>
  /** Counts from nothing again. */
  forget(): Promise<void>
}

export function coverageOf(client: ConsoleClient): Coverage {
  return {
    read: () => client.call(emulatorRunApi.readCoverage),
    async write(format, file) {
      if (!FORMATS.includes(format))
        throw new Error(`Coverage is written as ${FORMATS.join(' or ')}, not as ${format}.`)
      await client.download(emulatorRunApi.coverageFile, { params: { format } }, file)
    },
    async forget() {
      await client.call(emulatorRunApi.forgetCoverage)
    },
  }
}
