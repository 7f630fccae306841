import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { OWN, query, someCall } from '../../../test/support/request-log.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import { createLogger } from '../../platform/logger.ts'
import { requestLogStore } from '../store/request-log.ts'
import { BatchedRequestLog } from './log.ts'
import type { RequestLogLimits } from './log.ts'
import type { RequestLogStore } from './request-log-store.ts'
import { requestLogReader } from './reading.ts'

const LIMITS: RequestLogLimits = {
  maxAgeMs: 14 * 24 * 3_600_000,
  maxBytes: 256 * 1024 * 1024,
  maxWaiting: 10_000,
  maxWaitingBytes: 64 * 1024 * 1024,
}

let folder: string
let clock: ManualClock
let warnings: { msg: string; calls?: number }[]
let store: RequestLogStore
/** Thrown by the next writes instead of writing. */
let failure: Error | null
let log: BatchedRequestLog

const logger = createLogger(
  'warn',
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      warnings.push(JSON.parse(chunk.toString()) as { msg: string })
      done()
    },
  }),
)

function open(limits: Partial<RequestLogLimits> = {}): void {
  const real = requestLogStore(join(folder, 'requests.db'), logger)
  store = {
    ...real,
    append(calls) {
      if (failure) throw failure
      real.append(calls)
    },
  }
  log = new BatchedRequestLog({ store, clock, logger, limits: { ...LIMITS, ...limits } })
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'airdesk-log-'))
  clock = new ManualClock()
  warnings = []
  failure = null
  open()
})
afterEach(() => {
  log.close()
  rmSync(folder, { recursive: true })
})

const record = (count: number, first = 0) => {
  for (let i = 0; i < count; i++) log.record(someCall({ at: clock.now(), caller: String(first + i) }))
}
const kept = () => {
  const { calls } = store.look(OWN, {}, { before: Infinity, window: Infinity, limit: 100_000 })
  return calls.map((call) => Number(call.caller)).reverse()
}
const numbers = (count: number, first = 0) => Array.from({ length: count }, (_, i) => first + i)

describe('writing', () => {
  it('comes a tenth of a second later, not with the call', async () => {
    record(3)
    clock.advance(99)
    expect(kept()).toEqual([])
    clock.advance(1)
    await log.written()
    expect(kept()).toEqual([0, 1, 2])
  })

  it('takes many turns of the event loop for many calls, and keeps their order', async () => {
    record(1000)
    let turns = 0
    let done = false
    const turn = () => {
      turns++
      if (!done) setImmediate(turn)
    }
    turn()
    await log.written()
    done = true
    expect(kept()).toEqual(numbers(1000))
    expect(turns).toBeGreaterThan(1000 / 128 - 1)
  })

  it('takes a turn for each large call', async () => {
    const appended: number[] = []
    const { append } = store
    store.append = (calls) => {
      appended.push(calls.length)
      append(calls)
    }
    for (let i = 0; i < 3; i++) log.record(someCall({ request: { a: 'x' }, requestBytes: 1024 * 1024 }))
    record(2)
    await log.written()
    expect(appended).toEqual([1, 1, 1, 2])
  })

  it('goes on with calls that come while it writes', async () => {
    record(100)
    const written = log.written()
    record(100, 100)
    await written
    expect(kept()).toEqual(numbers(200))
  })

  it('is ended by closing, at once', () => {
    record(1000)
    log.close()
    open()
    expect(kept()).toEqual(numbers(1000))
  })

  it('masks and cuts bodies; without a body there is none', async () => {
    log.record(someCall({ request: { password: 'x' }, response: '{"token":"y"}' }))
    log.record(someCall({ request: undefined, response: JSON.stringify('z'.repeat(20_000)) }))
    await log.written()
    expect(store.find(OWN, 1)).toMatchObject({
      request: { text: '{"password":"***"}', cut: false },
      response: { text: '{"token":"***"}', cut: false },
    })
    expect(store.find(OWN, 2)).toMatchObject({ request: null, response: { cut: true } })
  })
})

describe('limits', () => {
  it('drops the oldest of too many calls that wait, and says how many', async () => {
    log.close()
    open({ maxWaiting: 10 })
    record(15)
    await log.written()
    expect(kept()).toEqual(numbers(10, 5))
    expect(warnings).toMatchObject([{ msg: 'calls are missing in the request log', calls: 5 }])
    record(1, 15)
    await log.written()
    expect(warnings).toHaveLength(1)
  })

  it('drops the oldest where the bodies that wait are too large together', async () => {
    log.close()
    open({ maxWaitingBytes: 3000 })
    for (let i = 0; i < 5; i++)
      log.record(someCall({ caller: String(i), requestBytes: 500, response: 'x'.repeat(400) }))
    await log.written()
    expect(kept()).toEqual([2, 3, 4])
  })

  it('removes what is older than 14 days', async () => {
    record(200)
    await log.written()
    clock.advance(LIMITS.maxAgeMs / 2)
    record(50, 200)
    await log.written()
    clock.advance(LIMITS.maxAgeMs / 2)
    expect(kept()).toHaveLength(250)
    clock.advance(60_000)
    await waitFor(() => kept().length <= 50 || null, 'the old calls to go')
    expect(kept()).toEqual(numbers(50, 200))
    clock.advance(LIMITS.maxAgeMs)
    await waitFor(() => kept().length === 0, 'all calls to go')
  })

  it('keeps the file within its size, the newest calls in it', async () => {
    log.close()
    const maxBytes = 2 * 1024 * 1024
    open({ maxBytes })
    for (let i = 0; i < 2000; i++)
      log.record(someCall({ caller: String(i), response: `"${'x'.repeat(3000)}"` }))
    await log.written()
    expect(store.bytes()).toBeLessThanOrEqual(maxBytes)
    const left = kept()
    expect(left).toEqual(numbers(left.length, 2000 - left.length))
    expect(left.length).toBeGreaterThan(400)
  })
})

describe('what can not be written', () => {
  it('disturbs nobody, is told once, and is written when that is possible again', async () => {
    failure = new Error('database or disk is full')
    record(2)
    await log.written()
    record(1, 2)
    clock.advance(1000)
    await log.written()
    expect(warnings).toMatchObject([{ msg: 'the request log can not be written' }])
    failure = null
    clock.advance(1000)
    await log.written()
    expect(kept()).toEqual([0, 1, 2])
  })

  it('is dropped in the end, and counted', async () => {
    log.close()
    open({ maxWaiting: 3 })
    failure = new Error('database or disk is full')
    record(3)
    await log.written()
    record(4, 3)
    failure = null
    await log.written()
    expect(kept()).toEqual([4, 5, 6])
    expect(warnings.at(-1)).toMatchObject({ msg: 'calls are missing in the request log', calls: 4 })
  })

  it('does not keep the service from ending', () => {
    failure = new Error('database or disk is full')
    record(3)
    expect(() => log.close()).not.toThrow()
  })
})

describe('reading', () => {
  it('has what was recorded up to now', async () => {
    record(2)
    const { calls } = await requestLogReader(log, store).list(OWN, query())
    expect(calls.map(({ caller }) => caller)).toEqual(['1', '0'])
  })

  it('finds a few among many, page by page', async () => {
    for (let i = 0; i < 3500; i++)
      log.record(someCall({ caller: String(i), status: i % 700 === 0 ? 500 : 200 }))
    const reader = requestLogReader(log, store)
    const first = await reader.list(OWN, query({ status: '5xx', limit: '3' }))
    expect(first.calls.map(({ caller }) => caller)).toEqual(['2800', '2100', '1400'])
    const second = await reader.list(OWN, query({ status: '5xx', limit: '3', before: String(first.next) }))
    expect(second).toMatchObject({ calls: [{ caller: '700' }, { caller: '0' }], next: null })
  })
})
