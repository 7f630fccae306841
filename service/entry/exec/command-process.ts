import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import { isatty } from 'node:tty'
import type { Milliseconds } from '../../contract/units.ts'
import { killGuarded } from '../guarded-command.ts'
import type { GuardedCommand } from '../guarded-command.ts'
import { errorCode } from '../../platform/error-code.ts'
import { processEnded } from '../process-end.ts'

/** What it started itself may take this long to end with it. */
const REST_LIMIT: Milliseconds = 1500

/** How a process ended: the exit code or the signal. */
export type Ending = { readonly code: number } | { readonly signal: NodeJS.Signals }

/** The program that `airdesk exec` runs. */
export interface CommandProcess {
  readonly guarded: GuardedCommand
  readonly ended: Promise<Ending>
  /** Passes a signal on to the program; SIGINT to its group, as a terminal does. */
  tell(signal: NodeJS.Signals): void
  /** Ends what the program started and left. */
  endRest(): Promise<void>
}

/**
 * Starts the program with the streams of this process. At a terminal it stays in the terminal's own group, so that it
 * can read and hears Ctrl+C from there; elsewhere it leads a group, by which all that it starts is found.
 * @throws CommandError where there is no such program, or it can't be run
 */
export async function startCommand(
  [program, ...args]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
): Promise<CommandProcess> {
  const atTerminal = isatty(0)
  const group = !atTerminal && process.platform !== 'win32'
  const child = spawn(program, args, { stdio: 'inherit', env, detached: group })
  await begun(child, program)
  const guarded: GuardedCommand = { pid: child.pid ?? 0, group }
  return {
    guarded,
    ended: new Promise((resolve) => {
      child.once('exit', (code, signal) => resolve(signal === null ? { code: code ?? 1 } : { signal }))
    }),
    tell: (signal) => {
      if (signal !== 'SIGINT') return void child.kill(signal)
      // Ctrl+C is for all that run in the foreground: shells wait for the program that they run.
      if (!atTerminal) killGuarded(guarded, signal)
    },
    async endRest() {
      if (!group || !killGuarded(guarded, 'SIGTERM')) return
      await processEnded(-guarded.pid, REST_LIMIT)
      killGuarded(guarded, 'SIGKILL')
    },
  }
}

/** The program could not be run. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  /** As shells have it: 127 where there is none, 126 where it can't be run. */
  readonly exitCode: 126 | 127
  constructor(message: string, exitCode: 126 | 127) {
    super(message)
    this.exitCode = exitCode
  }
}

function begun(child: ChildProcess, program: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', (error) => {
      const isMissing = errorCode(error) === 'ENOENT'
      const why = isMissing ? 'there is no such program' : error.message
      reject(new CommandError(`${program}: ${why}`, isMissing ? 127 : 126))
    })
  })
}

/** Ends this process in the same way. */
export function endLike(ending: Ending): never {
  if ('code' in ending) process.exit(ending.code)
  process.removeAllListeners(ending.signal)
  process.kill(process.pid, ending.signal)
  // Where the signal ends nobody, or comes late.
  process.exit(128 + constants.signals[ending.signal])
}
