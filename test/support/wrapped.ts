/** A service under what a person types to start it, marked so that all its processes are found. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import { WORKER_NAMES } from '../../service/contract/host-protocol.ts'
import { startEveryWorker, workersAmong } from './every-worker.ts'
import { descendants, hasEnded, withEnvironment } from './processes.ts'
import type { ProcessEntry } from './processes.ts'
import { startService } from './service.ts'
import type { Ready } from './service.ts'
import { waitFor } from './wait-for.ts'

const ROOT = join(import.meta.dirname, '../..')
const LAUNCHER = join(ROOT, 'bin', 'airdesk.mjs')
export const SERVICE = join('out', 'service', 'main.js')

/** What a person types; `options` are those of the service. */
const WRAPPERS = {
  'npm start': (options: string[]) => ['npm', 'start', '--', '--browser', ...options],
  'npm run serve': (options: string[]) => ['npm', 'run', 'serve', '--', ...options],
  'node scripts/start.mjs': (options: string[]) => ['node', 'scripts/start.mjs', '--browser', ...options],
  'node scripts/serve.mjs': (options: string[]) => ['node', 'scripts/serve.mjs', ...options],
  // As npx runs it: npm, a shell, the launcher.
  'npx airdesk': (options: string[]) => {
    return ['npm', 'exec', '-c', ['node', LAUNCHER, 'serve', ...options].join(' ')]
  },
} as const

export type Wrapper = keyof typeof WRAPPERS

export interface Wrapped {
  readonly ready: Ready
  readonly service: number
  /** What stands above the service, the wrapper itself first: npm, its shell, the scripts. */
  readonly chain: readonly number[]
}

/** Gives each test of a file a data folder; whatever a test leaves running is killed after it. */
export function wrappers() {
  let dataDir = ''
  let mark = ''
  /** Once the service was ready. */
  let ran: readonly ProcessEntry[] = []

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'airdesk-wrapped-'))
    mark = `AIRDESK_TEST_MARK=${randomUUID()}`
    ran = []
  })
  afterEach(async () => {
    for (const { pid } of withEnvironment(mark)) process.kill(pid, 'SIGKILL')
    await rm(dataDir, { recursive: true, force: true })
  })

  const readyFile = () => join(dataDir, 'ready.json')
  /** Marked, and in the checkout. */
  function run(command: string, args: readonly string[]): ChildProcess {
    const [variable = '', value = ''] = mark.split('=')
    return spawn(command, args, { cwd: ROOT, stdio: 'ignore', env: { ...process.env, [variable]: value } })
  }
  const options = () => [
    ...['--data-dir', dataDir, '--ports', 'auto', '--no-first-run', '--ready-file', readyFile()],
  ]
  async function untilReady(): Promise<Ready> {
    await waitFor(() => existsSync(readyFile()), 'the ready file', 60_000)
    return JSON.parse(readFileSync(readyFile(), 'utf8')) as Ready
  }
  async function start(wrapper: Wrapper): Promise<Wrapped> {
    const [command = '', ...args] = WRAPPERS[wrapper](options())
    const top = run(command, args).pid ?? 0
    const ready = await untilReady()
    const tree = descendants(top)
    ran = withEnvironment(mark)
    // The last one: the command line of npm's shell has all of it as well.
    const service = tree.findLast(({ command: line }) => line.includes(`${SERVICE} `))
    const chain: number[] = []
    for (let entry = service; entry; entry = tree.find(({ pid }) => pid === chain[0]))
      chain.unshift(entry.parent)
    return { ready, service: service?.pid ?? 0, chain }
  }

  return {
    run,
    options,
    untilReady,
    start,
    /** With every media process at work. */
    async startAll(): Promise<Wrapped> {
      const wrapped = await start('npm run serve')
      await startEveryWorker(wrapped.ready)
      expect(workersAmong(descendants(wrapped.service))).toEqual(WORKER_NAMES)
      return wrapped
    },
    /** What runs and has the mark. */
    left: () => withEnvironment(mark),
    gone: () =>
      waitFor(
        () => withEnvironment(mark).length === 0 && ran.every(hasEnded),
        'every process to end',
        60_000,
      ),
    /** It had time to end as it does when it is asked to. */
    expectOrder(): void {
      expect(existsSync(readyFile())).toBe(false)
      expect(existsSync(join(dataDir, 'instance.json'))).toBe(false)
    },
    async startsAgain(): Promise<void> {
      const next = await startService({ dataDir })
      expect(await next.stop()).toBe(0)
    },
    playlists: () => join(dataDir, 'hls'),
  }
}
