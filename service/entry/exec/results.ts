import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { emulatorRunApi } from '../../contract/console/emulator/runs.ts'
import { EXIT_CODES } from '../../contract/host-protocol.ts'
import { ConsoleClient } from '../console-client.ts'
import { CoverageError, limitOf, tellCoverage } from '../coverage.ts'
import type { ExecOptions } from './options.ts'
import { writeReport } from './report.ts'

/** What a run is asked for beside the ending of its command. */
export interface Results {
  /** Before the command begins. */
  begin(dataDir: string): Promise<void>
  /**
   * When the command has ended; says what is wrong.
   * @returns 0, or the exit code where the command's own is 0
   */
  end(dataDir: string): Promise<number>
}

/**
 * Reads what was asked for.
 * @param say for people: the command has the output for itself
 * @throws UsageError
 */
export function resultsOf(options: ExecOptions, say: (text: string) => void): Results {
  const { record, report, coverage } = options
  const limits = options.failUnder.map(limitOf)
  const steps: (readonly [string, (client: ConsoleClient) => Promise<void>])[] = []
  if (record !== undefined) steps.push(['the record', (client) => writeRecord(client, record)])
  if (report !== undefined) steps.push(['--report', (client) => writeReport(client, report)])
  if (coverage.length > 0 || limits.length > 0) {
    const tell = (client: ConsoleClient) => tellCoverage(client, { files: coverage, limits })
    steps.push(['--coverage', async (client) => say(seen(await tell(client)))])
  }
  steps.push([
    'what was seen',
    async (client) => {
      if (await isUnseen(client))
        say('the command asked nothing of its service: what is told of this run is empty')
    },
  ])
  return {
    async begin(dataDir) {
      if (record !== undefined) await asked(dataDir, (client) => client.call(emulatorRunApi.startRecord))
    },
    async end(dataDir) {
      let code: number = EXIT_CODES.ended
      for (const [what, step] of steps) {
        try {
          await asked(dataDir, step)
        } catch (error) {
          const { message } = error as Error
          const isLess = error instanceof CoverageError
          say(isLess ? seen(message) : `${what} could not be written: ${message}`)
          code ||= isLess ? EXIT_CODES.lessSeen : EXIT_CODES.failed
        }
      }
      return code
    },
  }
}

/** A test that met another service would be green otherwise. */
async function isUnseen(client: ConsoleClient): Promise<boolean> {
  const { calls } = await client.call(emulatorRunApi.readCalls)
  const { seen } = await client.call(emulatorRunApi.readCoverage)
  return calls.length === 0 && seen === 0
}

const seen = (text: string) => `seen of the service:\n${text}`

/** Each time anew: the command may have had the service start again. */
async function asked(dataDir: string, ask: (client: ConsoleClient) => Promise<unknown>): Promise<void> {
  const client = new ConsoleClient(dataDir)
  await client.open()
  try {
    await ask(client)
  } finally {
    await client.close()
  }
}

async function writeRecord(client: ConsoleClient, file: string): Promise<void> {
  await client.call(emulatorRunApi.stopRecord)
  await mkdir(dirname(file), { recursive: true })
  await client.download(emulatorRunApi.recordFile, {}, file)
}
