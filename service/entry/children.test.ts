import { expect, test } from 'vitest'
import type { Host, WorkerName, WorkerProcess } from '../platform/host.ts'
import { startEarly } from './children.ts'

/** A host whose workers are only noted. */
function notingHost() {
  const started: WorkerName[] = []
  const killed: number[] = []
  const ends = new Map<number, () => void>()
  const host: Host = {
    start: (name) => {
      started.push(name)
      const pid = started.length
      const listeners: (() => void)[] = []
      ends.set(pid, () => {
        for (const listener of listeners) listener()
      })
      const worker: WorkerProcess = {
        pid,
        post: () => undefined,
        onMessage: () => undefined,
        onClose: (listener) => void listeners.push(listener),
        kill: () => void killed.push(pid),
      }
      return Promise.resolve(worker)
    },
  }
  return { host, started, killed, end: (pid: number) => ends.get(pid)?.() }
}

test('the early worker is under way at once, and is what the first asker gets', async () => {
  const { host, started, end } = notingHost()
  const holders: number[][] = []
  const early = startEarly(host, ['ingest'], (pids) => holders.push(pids))
  expect(started).toEqual(['ingest'])
  expect((await early.start('transcode')).pid).toBe(2)
  expect((await early.start('ingest')).pid).toBe(1)
  expect((await early.start('ingest')).pid).toBe(3)
  expect((await early.start('sfu')).pid).toBe(4)
  end(1)
  end(2)
  expect(holders).toEqual([[1], [1, 3], [1, 3, 4], [3, 4]])
})

test('several are under way at once, each for the first who asks for its kind', async () => {
  const { host, started } = notingHost()
  const early = startEarly(host, ['ingest', 'sfu'], () => undefined)
  expect(started).toEqual(['ingest', 'sfu'])
  const workers = await Promise.all(['sfu', 'sfu', 'ingest'].map((name) => early.start(name as WorkerName)))
  expect(workers.map(({ pid }) => pid)).toEqual([2, 3, 1])
})

test('an early worker that has ended already is not handed out', async () => {
  const { host, end } = notingHost()
  const early = startEarly(host, ['ingest'], () => undefined)
  await Promise.resolve()
  end(1)
  expect((await early.start('ingest')).pid).toBe(2)
})

test('a failed early start is the first asker’s to hear of, and the next one starts anew', async () => {
  let fail = true
  const { host } = notingHost()
  const failing: Host = {
    start: (name) => (fail ? Promise.reject(new Error('no such file')) : host.start(name)),
  }
  const early = startEarly(failing, ['ingest'], () => undefined)
  await expect(early.start('ingest')).rejects.toThrow('no such file')
  fail = false
  expect((await early.start('ingest')).pid).toBe(1)
})

test('all that still run can be ended, the early one included', async () => {
  const { host, killed, end } = notingHost()
  const early = startEarly(host, ['ingest'], () => undefined)
  await early.start('transcode')
  await early.start('test-picture')
  end(2)
  early.killAll()
  expect(killed).toEqual([1, 3])
})
