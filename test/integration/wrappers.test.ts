/**
 * Nothing outlives its parent: whatever stands above the service is killed, the service ends by itself, and
 * the next start has its data folder. Linux only: it finds processes in /proc, as the wrappers find npm.
 */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WORKER_NAMES } from '../../service/contract/host-protocol.ts'
import { hasEnded, playlistsIn } from '../support/broadcast.ts'
import { startEveryWorker, workersAmong } from '../support/every-worker.ts'
import { descendants, withEnvironment } from '../support/processes.ts'
import { startService } from '../support/service.ts'
import type { Ready } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'

const ROOT = join(import.meta.dirname, '../..')
const LAUNCHER = join(ROOT, 'bin', 'airdesk.mjs')

/** What a person types; `options` are those of the service. */
const WRAPPERS: Readonly<Record<string, (options: string[]) => string[]>> = {
  'npm start': (options) => ['npm', 'start', '--', '--browser', ...options],
  'npm run serve': (options) => ['npm', 'run', 'serve', '--', ...options],
  'node scripts/start.mjs': (options) => ['node', 'scripts/start.mjs', '--browser', ...options],
  'node scripts/serve.mjs': (options) => ['node', 'scripts/serve.mjs', ...options],
  // As npx runs it: npm, a shell, the launcher.
  'npx airdesk': (options) => ['npm', 'exec', '-c', ['node', LAUNCHER, 'serve', ...options].join(' ')],
}

interface Wrapped {
  readonly ready: Ready
  readonly service: number
  /** What stands above the service, the wrapper itself first: npm, its shell, the scripts. */
  readonly chain: readonly number[]
}

const SERVICE = join('out', 'service', 'main.js')

let dataDir: string
let mark: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'airdesk-wrapped-'))
  mark = `AIRDESK_TEST_MARK=${randomUUID()}`
})
afterEach(async () => {
  for (const { pid } of withEnvironment(mark)) process.kill(pid, 'SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

function run(command: string, args: readonly string[]): ChildProcess {
  const [variable = '', value = ''] = mark.split('=')
  return spawn(command, args, { cwd: ROOT, stdio: 'ignore', env: { ...process.env, [variable]: value } })
}

function optionsOf(readyFile: string): string[] {
  return ['--data-dir', dataDir, '--ports', 'auto', '--no-first-run', '--ready-file', readyFile]
}

async function untilReady(readyFile: string): Promise<Ready> {
  await waitFor(() => existsSync(readyFile), 'the ready file', 60_000)
  return JSON.parse(readFileSync(readyFile, 'utf8')) as Ready
}

async function start(name: string): Promise<Wrapped> {
  const readyFile = join(dataDir, 'ready.json')
  const [command = '', ...args] = WRAPPERS[name]?.(optionsOf(readyFile)) ?? []
  const top = run(command, args).pid ?? 0
  const ready = await untilReady(readyFile)
  const tree = descendants(top)
  // The last one: the command line of npm's shell has all of it as well.
  const service = tree.findLast(({ command }) => command.includes(`${SERVICE} `))
  const chain: number[] = []
  for (let entry = service; entry; entry = tree.find(({ pid }) => pid === chain[0]))
    chain.unshift(entry.parent)
  return { ready, service: service?.pid ?? 0, chain }
}

async function gone(): Promise<void> {
  await waitFor(() => withEnvironment(mark).length === 0, 'every process to end', 60_000)
}

/** It had time to end as it does when it is asked to. */
function expectOrder(): void {
  expect(existsSync(join(dataDir, 'ready.json'))).toBe(false)
  expect(existsSync(join(dataDir, 'instance.json'))).toBe(false)
}

async function startsAgain(): Promise<void> {
  const next = await startService({ dataDir })
  expect(await next.stop()).toBe(0)
}

describe('kill -9 leaves no process and a free folder:', () => {
  test.for(Object.keys(WRAPPERS))('of %s', async (name, { skip }) => {
    if (name === 'npx airdesk' && !existsSync(LAUNCHER)) {
      console.log('skipped: there is no bin/airdesk.mjs')
      skip()
    }
    const { chain } = await start(name)
    process.kill(chain[0] ?? 0, 'SIGKILL')
    await gone()
    expectOrder()
    await startsAgain()
  })

  test('of each link below npm, one after the other', async () => {
    // A shell, unless it has made room, and the scripts.
    let links = 2
    for (let link = 1; link < links; link++) {
      const { chain } = await start('npm run serve')
      expect(chain.length).toBeGreaterThanOrEqual(links)
      links = chain.length
      process.kill(chain[link] ?? 0, 'SIGKILL')
      await gone()
      expectOrder()
    }
    await startsAgain()
  })

  test('of a script while a media process hangs, which is killed with the rest', async () => {
    const { chain, service } = await start('node scripts/serve.mjs')
    const ingest = descendants(service).find(({ command }) => command.includes('ingest.js'))
    process.kill(ingest?.pid ?? 0, 'SIGSTOP')
    process.kill(chain[0] ?? 0, 'SIGKILL')
    await gone()
    await startsAgain()
  })
})

describe('with every media process at work,', () => {
  async function startAll(): Promise<Wrapped> {
    const wrapped = await start('npm run serve')
    await startEveryWorker(wrapped.ready)
    expect(workersAmong(descendants(wrapped.service))).toEqual(WORKER_NAMES)
    return wrapped
  }

  test('kill -9 of npm: all end, and what was on air has its end mark', async () => {
    const { chain } = await startAll()
    process.kill(chain[0] ?? 0, 'SIGKILL')
    await gone()
    expectOrder()
    const left = playlistsIn(join(dataDir, 'hls'))
    expect(left.length).toBeGreaterThanOrEqual(2)
    for (const text of left) expect(hasEnded(text)).toBe(true)
    await startsAgain()
  })

  test('kill -9 of npm, of everything between and of the service at once: all end', async () => {
    const { chain, service } = await startAll()
    for (const pid of [...chain, service]) process.kill(pid, 'SIGKILL')
    await gone()
    await startsAgain()
  })
})

test('SIGTERM to npm ends the whole chain in order', async () => {
  const { chain } = await start('npm run serve')
  process.kill(chain[0] ?? 0, 'SIGTERM')
  await gone()
  expectOrder()
  await startsAgain()
})

test('what was started to stay stays: without a channel of its own, its parent may go', async () => {
  const readyFile = join(dataDir, 'ready.json')
  const command = ['nohup', 'node', SERVICE, ...optionsOf(readyFile), '>/dev/null', '2>&1', '&', 'wait']
  const shell = run('sh', ['-c', command.join(' ')])
  const { console_url } = await untilReady(readyFile)
  const ended = once(shell, 'exit')
  shell.kill('SIGKILL')
  await ended
  const service = withEnvironment(mark).find((entry) => entry.command.includes(SERVICE))
  expect(service?.parent).not.toBe(shell.pid)
  expect((await fetch(console_url)).status).toBe(200)
  process.kill(service?.pid ?? 0, 'SIGTERM')
  await gone()
  expectOrder()
})
