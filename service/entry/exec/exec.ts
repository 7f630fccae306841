import { EXIT_CODES } from '../../contract/host-protocol.ts'
import { StartError } from '../../kit/service-process.ts'
import type { ServiceProcess } from '../../kit/service-process.ts'
import { UsageError } from '../../platform/settings/usage-error.ts'
import { CommandError, endLike, startCommand } from './command-process.ts'
import type { CommandProcess, Ending } from './command-process.ts'
import { environmentOf } from './environment.ts'
import { parseExec } from './options.ts'
import type { ExecCommand, ExecOptions } from './options.ts'
import { startOwnService } from './own-service.ts'
import type { Results } from './results.ts'
import { hearWishes } from './wishes.ts'
import type { Wishes } from './wishes.ts'

const say = (text: string) => void process.stderr.write(`airdesk: ${text}\n`)

/**
 * Runs a command with a service of its own, and ends this process as the command ended.
 * @param program the started file, which is also that of the service
 * @param argv what follows the name
 */
export async function runExec(program: string, name: ExecCommand, argv: readonly string[]): Promise<void> {
  try {
    const options = parseExec(name, argv)
    if ('help' in options) return void process.stdout.write(options.help)
    endLike(await execute(program, options, hearWishes()))
  } catch (error) {
    const hint = error instanceof UsageError ? `\nSee airdesk ${name} --help.` : ''
    const text = error instanceof Error ? error.message : String(error)
    // Empty: the service has said it.
    if (text !== '') say(`${text}${hint}`)
    process.exit(exitCodeOf(error))
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT_CODES.usage
  if (error instanceof CommandError) return error.exitCode
  return (error instanceof StartError && error.exitCode) || EXIT_CODES.failed
}

/** @throws UsageError, StartError, CommandError */
async function execute(program: string, options: ExecOptions, wishes: Wishes): Promise<Ending> {
  const results = await askedResults(options)
  const { dataDir, import: state, seed, service: args } = options
  const service = await startOwnService({ program, dataDir, import: state, seed, args }, wishes)
  try {
    if (wishes.signal !== null || !service) return { signal: wishes.signal ?? 'SIGTERM' }
    const names = { info: service.info, dataDir: service.dataDir, folder: service.folder, names: options.env }
    const env = { ...process.env, ...environmentOf(process.env, names) }
    await results?.begin(service.dataDir)
    const ending = await follow(await startCommand(options.command, env), service, wishes)
    if (!results || !service.isRunning()) return ending
    const code = await results.end(service.dataDir)
    // The command's own failure goes first.
    return 'code' in ending && ending.code === 0 ? { code } : ending
  } finally {
    await service?.stop()
  }
}

/** Loaded only where something is asked for. @throws UsageError */
async function askedResults(options: ExecOptions): Promise<Results | null> {
  const { record, report, coverage, failUnder } = options
  if (record === undefined && report === undefined && coverage.length + failUnder.length === 0) return null
  const { resultsOf } = await import('./results.ts')
  return resultsOf(options, say)
}

/** Until the command has ended, and all that it started. */
async function follow(command: CommandProcess, service: ServiceProcess, wishes: Wishes): Promise<Ending> {
  service.guard(command.guarded)
  wishes.tell(command)
  const lost = service.ended.then((): Ending => ({ code: EXIT_CODES.failed }))
  const ending = await Promise.race([command.ended, lost])
  if (!service.isRunning()) {
    say('the service ended before the command did')
    command.tell('SIGTERM')
  }
  await command.endRest()
  service.guard(null)
  return ending
}
