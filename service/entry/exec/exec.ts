import { EXIT_CODES } from '../../contract/host-protocol.ts'
import { StartError, startService } from '../../kit/service-process.ts'
import type { ServiceProcess } from '../../kit/service-process.ts'
import { UsageError } from '../../platform/settings/usage-error.ts'
import { CommandError, endLike, startCommand } from './command-process.ts'
import type { CommandProcess, Ending } from './command-process.ts'
import { environmentOf } from './environment.ts'
import { parseExec } from './options.ts'
import type { ExecOptions } from './options.ts'
import { hearWishes } from './wishes.ts'
import type { Wishes } from './wishes.ts'

const say = (text: string) => void process.stderr.write(`airdesk: ${text}\n`)

/**
 * Runs a command with a service of its own, and ends this process as the command ended.
 * @param program the started file, which is also that of the service
 * @param argv what follows `exec`
 */
export async function runExec(program: string, argv: readonly string[]): Promise<void> {
  try {
    const options = parseExec(argv)
    if ('help' in options) return void process.stdout.write(options.help)
    endLike(await execute(program, options, hearWishes()))
  } catch (error) {
    const hint = error instanceof UsageError ? '\nSee airdesk exec --help.' : ''
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
  const service = await startService({
    ...{ program, says: 'stderr', until: wishes.first },
    ...{ dataDir: options.dataDir, import: options.import, seed: options.seed },
    // A test is full of what is worth a warning elsewhere.
    args: ['--emulator', '--log-level', 'error', ...options.service],
  }).catch((error: unknown) => {
    if (wishes.signal === null) throw error
    return null
  })
  try {
    if (wishes.signal !== null || !service) return { signal: wishes.signal ?? 'SIGTERM' }
    const names = { info: service.info, dataDir: service.dataDir, folder: service.folder, names: options.env }
    const env = { ...process.env, ...environmentOf(process.env, names) }
    const command = await startCommand(options.command, env)
    const ending = await follow(command, service, wishes)
    return options.report === undefined ? ending : await reported(service, options.report, ending)
  } finally {
    await service?.stop()
  }
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

/** The command's own failure is told first. */
async function reported(service: ServiceProcess, file: string, ending: Ending): Promise<Ending> {
  try {
    const { writeReport } = await import('./report.ts')
    await writeReport(service.dataDir, file)
    return ending
  } catch (error) {
    say(`--report could not be written: ${(error as Error).message}`)
    return 'code' in ending && ending.code === 0 ? { code: EXIT_CODES.failed } : ending
  }
}
