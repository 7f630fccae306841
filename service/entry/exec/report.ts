import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { emulatorRunApi } from '../../contract/console/emulator/runs.ts'
import type { ConsoleClient } from '../console-client.ts'

/** Writes which calls of both APIs were answered, each kind once with how often, in the order of the first of each. */
export async function writeReport(client: ConsoleClient, file: string): Promise<void> {
  const report = await client.call(emulatorRunApi.readCalls)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`)
}
