/** Runs `airdesk exec`, or a command that is like it, as a user of the package does, and knows what is left of it. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { descendants, withEnvironment } from './processes.ts'
import { waitFor } from './wait-for.ts'

export const LAUNCHER = join(import.meta.dirname, '../../bin/airdesk.mjs')

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunningExec {
  /** Of the launcher. */
  readonly pid: number
  /** Of the process that runs the command, below the launcher. */
  inner(): number
  /** What the command printed so far. */
  stdout(): string
  /** Waits until the command has printed the text. */
  printed(text: string): Promise<void>
  readonly ended: Promise<Ended>
}

/** Whose command it is. */
export interface Installed {
  readonly launcher: string
  readonly node: string
  readonly env: NodeJS.ProcessEnv
}

const CHECKOUT: Installed = { launcher: LAUNCHER, node: process.execPath, env: process.env }

/** A place of its own for temporary files, and a mark by which every process of a run is found. */
export class ExecPlace {
  readonly folder = mkdtempSync(join(tmpdir(), 'airdesk-exec-test-'))
  readonly #temporary = mkdtempSync(join(this.folder, 'tmp-'))
  readonly #mark = randomUUID()
  readonly #started = new Set<ChildProcess>()
  readonly #installed: Installed

  constructor(installed = CHECKOUT) {
    this.#installed = installed
  }

  /** `airdesk exec`, or the command that is named, and these arguments. */
  start(args: readonly string[], command = 'exec'): RunningExec {
    const { launcher, node } = this.#installed
    const env = {
      ...this.#installed.env,
      TMPDIR: this.#temporary,
      AIRDESK_TEST_MARK: this.#mark,
      // Node's own, for all programs of this computer.
      NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
    }
    const child = spawn(node, [launcher, command, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: this.folder,
      env,
    })
    this.#started.add(child)
    const said = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].on('data', (chunk: Buffer) => (said[name] += chunk.toString()))
    }
    const pid = child.pid ?? 0
    return {
      pid,
      inner: () => descendants(pid).find(({ parent }) => parent === pid)?.pid ?? 0,
      stdout: () => said.stdout,
      printed: async (text) => {
        const where = () => `"${text}"; it said ${said.stdout}${said.stderr}`
        await waitFor(() => said.stdout.includes(text), 'what the command prints', 60_000).catch(
          (error: unknown) => {
            throw new Error(where(), { cause: error })
          },
        )
      },
      ended: once(child, 'close').then(([code, signal]) => ({
        code: code as number | null,
        signal: signal as NodeJS.Signals | null,
        ...said,
      })),
    }
  }

  run(args: readonly string[], command?: string): Promise<Ended> {
    return this.start(args, command).ended
  }

  /** Waits until no process and no file of any run is left. */
  async isClean(): Promise<void> {
    await waitFor(() => withEnvironment(this.#mark).length === 0, 'every process to end', 60_000)
    await waitFor(() => readdirSync(this.#temporary).length === 0, 'every file to go', 60_000)
  }

  remove(): void {
    for (const { pid } of withEnvironment(this.#mark)) process.kill(pid, 'SIGKILL')
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Whether nobody listens at the address. */
export async function isClosed(address: string): Promise<boolean> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  try {
    await once(socket, 'connect')
    return false
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') throw error
    return true
  } finally {
    socket.destroy()
  }
}
