import { afterEach, expect, it } from 'vitest'
import { FakeWorkers, isRunning } from '../../../test/support/fake-workers.ts'
import { SetClock } from '../../../test/support/set-clock.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import { createLogger } from '../../platform/logger.ts'
import { BackOff } from './back-off.ts'
import { ThumbnailWorker } from './thumbnail-worker.ts'

const workers = new FakeWorkers()
const clock = new SetClock(1000)
const made: ThumbnailWorker[] = []
afterEach(async () => {
  await Promise.all(made.splice(0).map((worker) => worker.close()))
  workers.started.length = 0
})

function start(): ThumbnailWorker {
  const worker = new ThumbnailWorker({
    host: workers,
    clock,
    logger: createLogger('silent'),
    backOff: new BackOff(),
  })
  made.push(worker)
  return worker
}
const draw = async (worker: ThumbnailWorker, text: string, deadlineMs = 60_000) => {
  const jpeg = await worker.draw({ decoderConfig: new Uint8Array(), data: Buffer.from(text) }, deadlineMs)
  return jpeg && Buffer.from(jpeg).toString()
}
const pids = () => workers.of('thumbnail').map(({ pid }) => pid)

it('starts one process when first asked and ends it after a minute without a request', async () => {
  const worker = start()
  expect(pids()).toEqual([])
  const [a, b] = await Promise.all([draw(worker, 'a'), draw(worker, 'b')])
  const [pid = 0] = pids()
  expect([a, b, pids().length]).toEqual([`${pid} a`, `${pid} b`, 1])
  clock.advance(59_000)
  await draw(worker, 'c')
  clock.advance(59_000)
  expect(isRunning(pid)).toBe(true)
  clock.advance(1000)
  await waitFor(() => !isRunning(pid), 'its end')
  expect(await draw(worker, 'd')).toBe(`${pids()[1]} d`)
})

it('says that a picture is broken without losing the process', async () => {
  const worker = start()
  expect(await draw(worker, 'broken')).toBeNull()
  expect(await draw(worker, 'a')).toBe(`${pids()[0]} a`)
})

it('starts again after a death, and after a picture that it hung on; then only after a pause', async () => {
  const worker = start()
  await expect(draw(worker, 'die')).rejects.toThrow('gone')
  await expect(draw(worker, 'hang', 50)).rejects.toThrow('no answer within 50 ms')
  // It may be gone before that is known here.
  const refusal = () => draw(worker, 'a').then(() => '', String)
  await waitFor(async () => (await refusal()).includes('keeps dying'), 'the pause')
  expect(pids().map(isRunning)).toEqual([false, false])
  // The pause goes by the time that passes.
  clock.step = -3_600_000
  clock.advance(500)
  expect(await draw(worker, 'a')).toBe(`${pids()[2]} a`)
})

it('keeps the process that was started while the one before is on its way out', async () => {
  const worker = start()
  await draw(worker, 'a')
  clock.advance(60_000)
  expect(await draw(worker, 'b')).toBe(`${pids()[1]} b`)
  await waitFor(() => !isRunning(pids()[0] ?? 0), 'the end of the one before')
  expect(await draw(worker, 'c')).toBe(`${pids()[1]} c`)
  expect(pids().length).toBe(2)
})

it('starts nothing once it is closed', async () => {
  const worker = start()
  await draw(worker, 'a')
  await worker.close()
  expect(pids().map(isRunning)).toEqual([false])
  await expect(draw(worker, 'a')).rejects.toThrow('ends')
  expect(pids().length).toBe(1)
})
