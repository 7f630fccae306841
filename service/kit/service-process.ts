import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as delay } from 'node:timers/promises'
import { SERVICE_FLAGS, isNewEnough, installFault, packagedNode } from '../../scripts/lib/node.mjs'
import { EXIT_CODES } from '../contract/host-protocol.ts'
import type { GuardedCommand } from '../entry/guarded-command.ts'
import { knownCredentials } from './known-credentials.ts'
import type { Milliseconds } from '../contract/units.ts'
import type { ReadyInfo } from '../platform/settings/ready-file.ts'

const LOOK_EVERY: Milliseconds = 10
const READY_LIMIT: Milliseconds = 60_000
/** Of what a service said that was not ready in time. */
const LAST_LINES = 20
/** The service gives its broadcasts 10 s to end well. */
const END_LIMIT: Milliseconds = 15_000

export interface ServiceOptions {
  /** The program as built. Default: that of this package. */
  readonly program?: string
  /** Kept when the service ends; otherwise a new folder that is removed then. */
  readonly dataDir?: string | undefined
  /** Further options of `airdesk serve`. */
  readonly args?: readonly string[]
  /** A file of `airdesk export` with the state to begin with. */
  readonly import?: string | undefined
  /** What ids, tokens and other choices follow from. */
  readonly seed?: string | undefined
  /** Ends a start that is under way. */
  readonly until?: AbortSignal
  /** How long it may take to be ready. Default: 60 s. */
  readonly readyWithinMs?: Milliseconds
  /** Where what the service says on stderr goes: kept for `output`, or to that of this process. */
  readonly says?: 'kept' | 'stderr'
}

/** A service of its own, in a process that ends with this one, however that ends. */
export interface ServiceProcess {
  readonly info: ReadyInfo
  readonly dataDir: string
  /** New, for this run only: whatever lies in it is removed with the service. */
  readonly folder: string
  readonly pid: number
  /** Resolves when it has ended. */
  readonly ended: Promise<unknown>
  /** Warnings and errors so far: its stderr, in which no secret is. */
  output(): string
  isRunning(): boolean
  /** That it has ended, with its last errors; null while it runs. */
  endedText(): string | null
  /** Has another process end with this one, also where this one is killed; null: none any more. */
  guard(command: GuardedCommand | null): void
  /** Ends it and removes the folder. */
  stop(): Promise<void>
}

/** The service could not start. The message is what it said, nothing where that went to stderr of this process. */
export class StartError extends Error {
  override readonly name = 'StartError'
  /** Null where a signal ended it, or where it never began. */
  readonly exitCode: number | null
  constructor(message: string, exitCode: number | null) {
    super(message)
    this.exitCode = exitCode
  }
}

/**
 * Starts the service on free ports and waits until everything listens.
 * @throws StartError with what the service said
 */
export async function startService(options: ServiceOptions = {}): Promise<ServiceProcess> {
  const fault = installFault()
  if (fault !== undefined) throw new StartError(fault, null)
  const { program = SERVICE, args = [], seed, readyWithinMs = READY_LIMIT } = options
  const credentials = options.import === undefined ? null : knownCredentials(seed)
  const node = isNewEnough(process.versions.node) ? process.execPath : packagedNode()
  const folder = mkdtempSync(join(tmpdir(), 'airdesk-run-'))
  const dataDir = options.dataDir ?? join(folder, 'data')
  const readyFile = join(folder, 'ready.json')
  const own = ['--data-dir', dataDir, '--ready-file', readyFile, '--own-folder', folder]
  // However busy the tests make this computer, what they look at is told.
  const usual = ['--ports', 'auto', '--no-first-run', '--overload-at', '0', ...(credentials?.args ?? [])]
  const seeded = seed === undefined ? [] : ['--seed', seed]
  const child = spawn(
    node ?? process.execPath,
    [...SERVICE_FLAGS, program, ...usual, ...args, ...seeded, ...own],
    {
      env: { ...credentials?.env, ...process.env, ...temporariesIn(folder) },
      // What it prints for people has its credentials; whoever started it has them in the ready file.
      stdio: ['ignore', 'ignore', options.says === 'stderr' ? 'inherit' : 'pipe', 'ipc'],
      // Signals of a terminal are for whoever started it, who ends it in order.
      detached: process.platform !== 'win32',
    },
  )
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const exited = once(child, 'exit')
  // Who waits for it hears of a failure.
  exited.catch(() => undefined)
  const giveUp = () => void child.kill('SIGTERM')
  options.until?.addEventListener('abort', giveUp)
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const stop = async () => {
    child.ref()
    if (!hasEnded()) child.kill('SIGTERM')
    const limit = new AbortController()
    const late = delay(END_LIMIT, undefined, { signal: limit.signal }).then(
      () => child.kill('SIGKILL'),
      () => undefined,
    )
    await exited
    limit.abort()
    await late
    remove()
  }
  /** @throws StartError with what it said meanwhile */
  const untilReady = async () => {
    const from = said.length
    for (let waited = 0; !existsSync(readyFile); waited += LOOK_EVERY) {
      const isOver = hasEnded()
      if (isOver || waited > readyWithinMs) {
        // What it says of its end tells nobody why it was late.
        const before = said.slice(from)
        await stop()
        throw new StartError(
          isOver ? said.slice(from).trim() : lateText(readyWithinMs, before),
          child.exitCode,
        )
      }
      await delay(LOOK_EVERY)
    }
  }
  await untilReady()
  if (options.import !== undefined) {
    // It writes it anew when it has started with what is imported.
    rmSync(readyFile)
    try {
      await importInto(dataDir, options.import)
    } catch (error) {
      await stop()
      throw new StartError(`${options.import}: ${(error as Error).message}`, EXIT_CODES.usage)
    }
    await untilReady()
  }
  const info = JSON.parse(readFileSync(readyFile, 'utf8')) as ReadyInfo
  options.until?.removeEventListener('abort', giveUp)
  // Nobody waits for the service alone.
  for (const handle of [child, child.channel, child.stderr]) (handle as Unref | null)?.unref()
  return {
    ...{ info, dataDir, folder, pid: child.pid ?? 0, ended: exited, stop },
    output: () => said,
    isRunning: () => !hasEnded(),
    endedText: () => (hasEnded() ? withLast('The service has ended.', said) : null),
    guard: (command) => {
      if (child.connected) child.send(command ?? {}, () => undefined)
    },
  }
}

function lateText(limit: Milliseconds, said: string): string {
  return withLast(`The service did not become ready within ${limit / 1000} s.`, said)
}

function withLast(sentence: string, said: string): string {
  const last = said.trim().split('\n').slice(-LAST_LINES).join('\n')
  return last === '' ? `${sentence} It said nothing.` : `${sentence} It said last:\n${last}`
}

/** What the service keeps among temporary files goes with the folder; what Node compiled is there for the next run. */
function temporariesIn(folder: string): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE = join(tmpdir(), 'node-compile-cache') } = process.env
  return { TMPDIR: folder, NODE_COMPILE_CACHE }
}

interface Unref {
  unref(): void
}

/** The service takes it up by a restart. What this needs is loaded only here. */
async function importInto(dataDir: string, file: string): Promise<void> {
  const [{ ConsoleClient }, { stateApi }] = await Promise.all([
    import('../entry/console-client.ts'),
    import('../contract/console/state.ts'),
  ])
  const client = new ConsoleClient(dataDir)
  await client.open()
  await client.upload(stateApi.import, file)
}

/** Of the package, or of the checkout that was built. */
const SERVICE = serviceFile(fileURLToPath(import.meta.url))

function serviceFile(self: string): string {
  const folder = dirname(self)
  return self.endsWith('.ts') ? join(folder, '../../out/service/main.js') : join(folder, '../main.js')
}
