import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as delay } from 'node:timers/promises'
import { isNewEnough, nodeFault, packagedNode } from '../../scripts/lib/node.mjs'
import type { Milliseconds } from '../contract/units.ts'
import type { ReadyInfo } from '../platform/settings/ready-file.ts'

const LOOK_EVERY: Milliseconds = 10
const READY_LIMIT: Milliseconds = 60_000
/** The service gives its broadcasts 10 s to end well. */
const END_LIMIT: Milliseconds = 15_000

export interface ServiceOptions {
  /** Kept when the service ends; otherwise a new folder that is removed then. */
  readonly dataDir?: string | undefined
  /** Further options of `airdesk serve`. */
  readonly args?: readonly string[]
  /** Where what the service says goes: kept for `output`, or to the streams of this process. */
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
  /** What it said so far. */
  output(): string
  /** Has the process end as this one does, also where this one is killed. */
  guard(command: GuardedCommand): void
  /** Ends it and removes the folder. */
  stop(): Promise<void>
}

/** What the service ends when whoever started both is gone. */
export interface GuardedCommand {
  readonly pid: number
  /** True: it leads a process group, and all of it ends. */
  readonly group: boolean
}

/** The service could not start. */
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
  const fault = nodeFault()
  if (fault !== undefined) throw new StartError(fault, null)
  const node = isNewEnough(process.versions.node) ? process.execPath : packagedNode()
  const folder = mkdtempSync(join(tmpdir(), 'airdesk-'))
  const dataDir = options.dataDir ?? join(folder, 'data')
  const readyFile = join(folder, 'ready.json')
  const own = ['--data-dir', dataDir, '--ready-file', readyFile, '--own-folder', folder]
  // However busy the tests make this computer, what they look at is told.
  const usual = ['--ports', 'auto', '--no-first-run', '--overload-at', '0']
  const child = spawn(node ?? process.execPath, [SERVICE, ...usual, ...(options.args ?? []), ...own], {
    stdio: ['ignore', 'pipe', options.says === 'stderr' ? 'inherit' : 'pipe', 'ipc'],
    // Signals of a terminal are for whoever started it, who ends it in order.
    detached: process.platform !== 'win32',
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  }
  const exited = once(child, 'exit')
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const stop = async () => {
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
  for (let waited = 0; !existsSync(readyFile); waited += LOOK_EVERY) {
    if (hasEnded() || waited > READY_LIMIT) {
      await stop()
      throw new StartError(said.trim() || 'The service did not become ready.', child.exitCode)
    }
    await delay(LOOK_EVERY)
  }
  return {
    info: JSON.parse(readFileSync(readyFile, 'utf8')) as ReadyInfo,
    ...{ dataDir, folder, pid: child.pid ?? 0, ended: exited, stop },
    output: () => said,
    guard: (command) => void child.send(command, () => undefined),
  }
}

/** Of the package, or of the checkout that was built. */
const SERVICE = serviceFile(fileURLToPath(import.meta.url))

function serviceFile(self: string): string {
  const folder = dirname(self)
  return self.endsWith('.ts') ? join(folder, '../../out/service/main.js') : join(folder, '../main.js')
}
