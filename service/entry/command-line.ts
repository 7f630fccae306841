import { rmSync } from 'node:fs'
import { EXIT_CODES } from '../contract/host-protocol.ts'
import type { EpochMilliseconds, Milliseconds } from '../contract/units.ts'
import { systemClock } from '../platform/clock.ts'
import { nodeHost } from '../platform/host.ts'
import { UsageError, parseCommandLine } from '../platform/settings/command-line.ts'
import type { HelpText, Settings } from '../platform/settings/command-line.ts'
import { removeReadyFile, writeReadyFile } from '../platform/settings/ready-file.ts'
import type { Layout } from './layout.ts'
import { readyText } from './ready-text.ts'
import type { Run } from './run.ts'
import { startFailure, startRun } from './run.ts'

/** Broadcasts get this long to end well. */
const CLOSE_LIMIT: Milliseconds = 10_000
/** A terminal, npm and others pass the same Ctrl+C on, each on its own. */
const SAME_WISH: Milliseconds = 1000

/** Runs the service from the command line; ends the process by itself. */
export async function runCommandLine(argv: readonly string[], layout: Layout): Promise<void> {
  try {
    const settings = parseCommandLine(argv, layout.version)
    if (isHelp(settings)) return void process.stdout.write(settings.help)
    const starting = startRun(settings, layout, nodeHost(layout.worker), null)
    endOnSignals(starting, settings)
    await announceReady(await starting, settings, layout)
  } catch (error) {
    const { text, exitCode } = startFailure(error)
    const hint = error instanceof UsageError ? '\nSee --help for all options.' : ''
    process.stderr.write(`airdesk: ${text}${hint}\n`)
    process.exit(exitCode)
  }
}

const isHelp = (parsed: Settings | HelpText): parsed is HelpText => 'help' in parsed

async function announceReady(run: Run, settings: Settings, layout: Layout): Promise<void> {
  const { service, logger, notes } = run
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'failed')
    process.exit(EXIT_CODES.failed)
  })
  if (settings.readyFile !== null) {
    const file = settings.readyFile
    await writeReadyFile(file, service.ready)
    // However this process ends, nobody shall take it for ready.
    process.on('exit', () => rmSync(file, { force: true }))
  }
  const text = readyText({
    version: layout.version,
    info: service.ready,
    entryUrl: service.entryUrl(),
    dataDir: settings.dataDir,
    notes,
  })
  process.stdout.write(text)
}

/**
 * The first SIGTERM, SIGINT or SIGHUP (a closed terminal) ends the service well; one that comes later than
 * SAME_WISH ends it at once.
 */
function endOnSignals(starting: Promise<Run>, settings: Settings): void {
  let endingSince: EpochMilliseconds | null = null
  const end = async () => {
    const run = await starting
    if (settings.readyFile !== null) await removeReadyFile(settings.readyFile, run.service.ready)
    await run.close()
    process.exit(EXIT_CODES.ended)
  }
  const hear = () => {
    const now = systemClock.now()
    if (endingSince !== null) {
      if (now - endingSince > SAME_WISH) process.exit(EXIT_CODES.failed)
      return
    }
    endingSince = now
    systemClock.after(CLOSE_LIMIT, () => process.exit(EXIT_CODES.failed))
    end().catch(() => process.exit(EXIT_CODES.failed))
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, hear)
}
