import { expect, test } from 'vitest'
import { startLives } from './lives.ts'
import type { StartRun } from './lives.ts'
import type { Run } from './run.ts'

const listener = { ready: () => undefined, failed: () => undefined }
const run = { close: () => Promise.resolve() } as unknown as Run
const quicker = Object.assign(new Error('in use'), { code: 'EADDRINUSE' })

/** A start that fails so often. */
function failing(times: number, error: Error) {
  const seen = { starts: 0 }
  const start: StartRun = () => (++seen.starts <= times ? Promise.reject(error) : Promise.resolve(run))
  return { seen, start }
}

test('a start is begun anew where somebody was quicker at a port, but not for ever', async () => {
  const once = failing(1, quicker)
  expect(await startLives(once.start, listener).current()).toBe(run)
  expect(once.seen.starts).toBe(2)
  const always = failing(Infinity, quicker)
  await expect(startLives(always.start, listener).current()).rejects.toBe(quicker)
  expect(always.seen.starts).toBe(4)
})

test('what else stands in the way is told at once', async () => {
  const error = new Error('the disk is full')
  const other = failing(1, error)
  await expect(startLives(other.start, listener).current()).rejects.toBe(error)
  expect(other.seen.starts).toBe(1)
})
