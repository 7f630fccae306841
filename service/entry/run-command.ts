import { EXIT_CODES } from '../contract/host-protocol.ts'
import { nodeHost } from '../platform/host.ts'
import { parseCommandLine } from '../platform/settings/command-line.ts'
import { AlreadyRunningError } from '../platform/settings/instance-lock.ts'
import { UsageError } from '../platform/settings/usage-error.ts'
import { parseCommand } from './commands.ts'
import { ConsoleClient } from './console-client.ts'
import type { Layout } from './layout.ts'
import { startLives } from './lives.ts'
import type { Lives } from './lives.ts'
import { startRun } from './run.ts'
import { runsOn } from './runs-on.ts'

/**
 * Runs a command on the instance that holds the data folder; where none does, on one that it starts and ends.
 * @returns the exit code
 * @throws UsageError, RefusedError, CoverageError, or what stands in the way of a start
 */
export async function runCommand(argv: readonly string[], layout: Layout): Promise<number> {
  const command = parseCommand(argv)
  if ('help' in command) {
    process.stdout.write(command.help)
    return EXIT_CODES.ended
  }
  if ('runAlone' in command) return command.runAlone(layout)
  const { dataDir, ofRunning = false } = command
  if (ofRunning && !runsOn(dataDir)) {
    throw new UsageError(`no service runs on ${dataDir}: --data-dir names the folder of one that does`)
  }
  const own = await startOwn(dataDir, layout)
  try {
    const client = new ConsoleClient(dataDir)
    await client.open()
    const text = await command.run(client)
    await client.close()
    process.stdout.write(`${text}\n`)
    return EXIT_CODES.ended
  } finally {
    await own?.end()
  }
}

/** Null where an instance runs. */
async function startOwn(dataDir: string, layout: Layout): Promise<Lives | null> {
  const settings = parseCommandLine(['--data-dir', dataDir, '--ports', 'auto'], layout.version)
  if ('help' in settings) throw new Error('unreachable: no option asks for help')
  const parts = { layout, host: nodeHost(layout.worker), wrapper: null }
  const lives = startLives((succession) => startRun(settings, parts, succession), {
    ready: () => undefined,
    // Whoever waits for it gives up.
    failed: () => undefined,
  })
  try {
    await lives.current()
    return lives
  } catch (error) {
    if (error instanceof AlreadyRunningError) return null
    throw error
  }
}
