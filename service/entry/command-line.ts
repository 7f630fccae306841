import { rmSync } from 'node:fs'
import { EXIT_CODES } from '../contract/host-protocol.ts'
import type { EpochMilliseconds, Milliseconds } from '../contract/units.ts'
import { systemClock } from '../platform/clock.ts'
import { nodeHost } from '../platform/host.ts'
import type { NodeHost } from '../platform/host.ts'
import { parseCommandLine } from '../platform/settings/command-line.ts'
import { SERVICE_COMMANDS } from '../platform/settings/command-list.ts'
import type { HelpText, Settings } from '../platform/settings/command-line.ts'
import { AlreadyRunningError } from '../platform/settings/instance-lock.ts'
import { removeReadyFile, writeReadyFile } from '../platform/settings/ready-file.ts'
import { UsageError } from '../platform/settings/usage-error.ts'
import { isCommand } from './commands.ts'
import type { Layout } from './layout.ts'
import { runCommand } from './run-command.ts'
import { readyText } from './ready-text.ts'
import { afterOwnTime } from './own-time.ts'
import { onParentEnd } from './parent-end.ts'
import { keepGuarded } from './guarded-command.ts'
import { startLives } from './lives.ts'
import type { Lives } from './lives.ts'
import type { Run } from './run.ts'
import { startFailure, startRun } from './run.ts'
import { showConsole } from './window/console-window.ts'
import { keepWindow } from './window/keep-window.ts'
import { showRunning } from './window/show-running.ts'

/** Broadcasts get this long to end well; of the time in which this process is run. */
const CLOSE_LIMIT: Milliseconds = 10_000
/** The same, and all processes to be gone, where whoever started the service is gone. */
const ORPHAN_LIMIT: Milliseconds = 1500
/** A terminal, npm and others pass the same Ctrl+C on, each on its own. */
const SAME_WISH: Milliseconds = 1000

/** Runs the service or a command from the command line; ends the process by itself. */
export async function runCommandLine(args: readonly string[], layout: Layout): Promise<void> {
  const inWindow = args[0] === 'window'
  const argv = Object.hasOwn(SERVICE_COMMANDS, args[0] ?? '') ? args.slice(1) : args
  try {
    if (isCommand(argv)) {
      onParentEnd(() => process.exit(EXIT_CODES.failed))
      process.exit(await runCommand(argv, layout))
    }
    const settings = parseCommandLine(argv, layout.version)
    if (isHelp(settings)) return void process.stdout.write(settings.help)
    removeAtEnd(settings)
    const host = nodeHost(layout.worker)
    const parts = { layout, host, wrapper: null }
    const announce = inWindow ? announceInWindow(settings) : printReady(settings, layout)
    let current = beforeTakeOver(settings)
    const lives = startLives((succession) => startRun(current, parts, succession), {
      ready: async (run) => {
        current = settings
        if (settings.readyFile !== null) await writeReadyFile(settings.readyFile, run.service.ready)
        announce(run)
      },
      failed: endFailed,
    })
    endWhenAsked(lives, settings, host)
    try {
      await lives.current()
    } catch (error) {
      if (!inWindow || !(error instanceof AlreadyRunningError)) throw error
      await showRunning(settings.dataDir, say)
      process.exit(EXIT_CODES.ended)
    }
    endOnFailure(lives, settings)
  } catch (error) {
    endFailed(error)
  }
}

/** What the credentials are for is yet to come: the state before it may refuse them by its own rules. */
function beforeTakeOver(settings: Settings): Settings {
  if (settings.takeOver === null) return settings
  return {
    ...settings,
    ...{ email: null, password: null, accessCode: null, accessToken: null, takeOver: null },
  }
}

/** The last that this process does, however it ends but by force. */
function removeAtEnd({ ownFolder }: Settings): void {
  if (ownFolder === null) return
  // Media processes that were just ended may be about to write there.
  process.on('exit', () => rmSync(ownFolder, { recursive: true, force: true, maxRetries: 5 }))
}

function endFailed(error: unknown): never {
  const { text, exitCode } = startFailure(error)
  const hint = error instanceof UsageError ? '\nSee --help for all options.' : ''
  if (text !== '') process.stderr.write(`airdesk: ${text}${hint}\n`)
  process.exit(exitCode)
}

const isHelp = (parsed: Settings | HelpText): parsed is HelpText => 'help' in parsed

const say = (sentence: string) => void process.stdout.write(`airdesk: ${sentence}\n`)

function printReady(settings: Settings, layout: Layout): (run: Run) => void {
  return ({ service, notes }) => {
    const text = readyText({
      version: layout.version,
      info: service.ready,
      entryUrl: service.entryUrl(),
      dataDir: settings.dataDir,
      mediaAnnounce: settings.mediaAnnounce,
      notes,
    })
    process.stdout.write(text)
  }
}

/** No credentials here: what a desktop's menu starts prints to a log. */
function announceInWindow({ dataDir }: Settings): (run: Run) => void {
  const keep = keepWindow({
    clock: systemClock,
    show: (url) => {
      const window = showConsole({ dataDir, url, say })
      process.once('exit', () => window.close())
      return window
    },
    say,
    end: () => process.emit('SIGTERM'),
  })
  return ({ service, notes }) => {
    for (const note of notes) say(note)
    say(`ready, console at ${service.ready.console_url}`)
    keep(service)
  }
}

/** However this process ends, nobody shall take it for ready. */
function endOnFailure(lives: Lives, { readyFile }: Settings): void {
  process.on('uncaughtException', (error) => {
    void lives
      .current()
      .then(({ logger }) => logger.fatal({ err: error }, 'failed'))
      .finally(() => process.exit(EXIT_CODES.failed))
  })
  if (readyFile !== null) process.on('exit', () => rmSync(readyFile, { force: true }))
}

/**
 * The first SIGTERM, SIGINT or SIGHUP (a closed terminal) ends the service well, as does the end of whoever
 * started it; a signal that comes later than SAME_WISH ends it at once.
 */
function endWhenAsked(lives: Lives, settings: Settings, host: NodeHost): void {
  let endingSince: EpochMilliseconds | null = null
  const guarded = settings.ownFolder === null ? null : keepGuarded()
  const giveUp = () => {
    guarded?.endNow()
    host.killAll()
    process.exit(EXIT_CODES.failed)
  }
  const end = async (before: Promise<void> | undefined) => {
    const { service } = await lives.current()
    if (settings.readyFile !== null) await removeReadyFile(settings.readyFile, service.ready)
    await Promise.all([lives.end(), before])
    process.exit(EXIT_CODES.ended)
  }
  const begin = (limit: Milliseconds, before?: Promise<void>) => {
    endingSince = systemClock.now()
    afterOwnTime(limit, giveUp)
    end(before).catch(giveUp)
  }
  const hear = () => {
    if (endingSince === null) begin(CLOSE_LIMIT)
    else if (systemClock.now() - endingSince > SAME_WISH) process.exit(EXIT_CODES.failed)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, hear)
  onParentEnd(() => {
    if (endingSince !== null) return
    const commandEnded = guarded?.end()
    begin(ORPHAN_LIMIT, commandEnded)
  })
}
