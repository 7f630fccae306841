import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AlreadyRunningError, takeInstanceLock } from './instance-lock.ts'

let directory: string
let child: ChildProcess | null = null

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'airdesk-lock-'))
})
afterEach(async () => {
  child?.kill('SIGKILL')
  child = null
  await rm(directory, { recursive: true, force: true })
})

/** Another process that holds the folder until it is killed. */
async function otherProcess(consoleUrl: string): Promise<ChildProcess> {
  const code = `
    import { takeInstanceLock } from ${JSON.stringify(new URL('./instance-lock.ts', import.meta.url).href)}
    const lock = takeInstanceLock(${JSON.stringify(directory)})
    lock.announce({ pid: process.pid, consoleUrl: ${JSON.stringify(consoleUrl)}, workerPids: [77], entry: 'e' })
    // By then nobody here refers to the lock any more.
    setTimeout(() => { globalThis.gc(); console.log('held') })
    setInterval(() => undefined, 1000)`
  child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (!child.stdout) throw new Error('no output')
  await once(child.stdout, 'data')
  return child
}

test('a second process is told who holds the folder, and gets it once the first was killed', async () => {
  const first = await otherProcess('http://127.0.0.1:8080')
  expect(() => takeInstanceLock(directory)).toThrow(
    new AlreadyRunningError(
      `Airdesk already runs on this data folder (process ${first.pid}, console http://127.0.0.1:8080).`,
    ),
  )
  const ended = once(first, 'exit')
  first.kill('SIGKILL')
  await ended
  const lock = takeInstanceLock(directory)
  expect(lock.leftover).toEqual({
    pid: first.pid,
    consoleUrl: 'http://127.0.0.1:8080',
    workerPids: [77],
    entry: 'e',
  })
  lock.release()
  const next = takeInstanceLock(directory)
  expect(next.leftover).toBeNull()
  next.release()
})

test('a folder that it cannot be written in is named', async () => {
  await mkdir(join(directory, 'lock.db'))
  expect(() => takeInstanceLock(directory)).toThrow(
    `The data folder ${directory} can't be used: its lock.db can't be written (unable to open database file).`,
  )
})

test('a released folder can be taken again and leaves no note behind', () => {
  const lock = takeInstanceLock(directory)
  expect(() => takeInstanceLock(directory)).toThrow('Airdesk already runs on this data folder.')
  lock.announce({ pid: process.pid, consoleUrl: null, workerPids: [], entry: null })
  expect(() => takeInstanceLock(directory)).toThrow(`(process ${process.pid})`)
  lock.release()
  lock.release()
  lock.announce({ pid: process.pid, consoleUrl: null, workerPids: [], entry: null })
  expect(existsSync(join(directory, 'instance.json'))).toBe(false)
  takeInstanceLock(directory).release()
})
