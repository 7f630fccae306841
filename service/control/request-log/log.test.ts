import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
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
  maxUnknownWaiting: 1000,
  maxUnknown: 10_000,
}

/** Calls that are written, or given up, together. */
const AT_ONCE = 512

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

/** What is in use once garbage is gone, bytes. */
function held(): number {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  return process.memoryUsage().heapUsed
}

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
    record(5 * AT_ONCE)
    let turns = 0
    let done = false
    const turn = () => {
      turns++
      if (!done) setImmediate(turn)
    }
    turn()
    await log.written()
    done = true
    expect(kept()).toEqual(numbers(5 * AT_ONCE))
    expect(turns).toBeGreaterThan(5 - 1)
  })

  it('takes a turn for each large call', async () => {
    const appended: number[] = []
    const { append } = store
    store.append = (calls) => {
      appended.push(calls.count)
      append(calls)
    }
    for (let i = 0; i < 3; i++) log.record(someCall({ request: { a: String(i).repeat(1024 * 1024) } }))
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
  it('hold for what waits: it waits as text, whatever it was made of', () => {
    failure = new Error('locked')
    const before = held()
    for (let i = 0; i < 20; i++) {
      const request: unknown = JSON.parse(`{"a":[${'{},'.repeat(100_000)}{}]}`)
      log.record(someCall({ request }))
    }
    // As values they are over 100 MB, as text 6.
    expect(held() - before).toBeLessThan(40 * 1024 * 1024)
  })

  it('of callers who are not known are their own: they push out nobody else', async () => {
    open({ maxWaiting: 200, maxUnknownWaiting: 50, maxUnknown: 20 })
    record(10)
    const response = JSON.stringify('x'.repeat(16_000))
    for (let i = 0; i < 1000; i++) log.record(someCall({ systemId: null, caller: null, response }))
    await log.written()
    expect(warnings).toMatchObject([{ msg: 'calls are missing in the request log', calls: 950 }])
    for (let i = 0; i < 100; i++) {
      log.record(someCall({ systemId: null, caller: null, response }))
      await log.written()
    }
    const all = store.look(
      { ...OWN, unknownCallers: true },
      {},
      { before: Infinity, window: Infinity, limit: 2000 },
    )
    const unknown = all.calls.filter(({ systemId }) => systemId === null)
    expect([all.calls.length - unknown.length, unknown.length]).toEqual([10, 20])
    const last = store.find({ ...OWN, unknownCallers: true }, unknown[0]?.id ?? 0)
    expect([last?.response.text.length, last?.response.cut]).toEqual([2048, true])
  })

  it('drops the oldest of too many calls that wait, and says how many', async () => {
    log.close()
    open({ maxWaiting: 3 * AT_ONCE })
    record(5 * AT_ONCE)
    await log.written()
    expect(kept()).toEqual(numbers(3 * AT_ONCE, 2 * AT_ONCE))
    expect(warnings).toMatchObject([{ msg: 'calls are missing in the request log', calls: 2 * AT_ONCE }])
    record(1, 5 * AT_ONCE)
    await log.written()
    expect(warnings).toHaveLength(1)
  })

  it('drops the oldest where the bodies that wait are too large together', async () => {
    log.close()
    const large = 300 * 1024
    open({ maxWaitingBytes: 3.5 * large })
    for (let i = 0; i < 5; i++)
      log.record(
        someCall({
          caller: String(i),
          request: 'x'.repeat(large / 2),
          response: String(i).repeat(large / 2),
        }),
      )
    await log.written()
    expect(kept()).toEqual([2, 3, 4])
  })

  it('count a body that comes again and again once', async () => {
    log.close()
    const response = JSON.stringify('x'.repeat(10_000))
    open({ maxWaitingBytes: 2 * AT_ONCE * 1000 })
    for (let i = 0; i < AT_ONCE; i++) log.record(someCall({ caller: String(i), response }))
    await log.written()
    expect(kept()).toEqual(numbers(AT_ONCE))
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
      log.record(someCall({ caller: String(i), response: `"${i}${'x'.repeat(3000)}"` }))
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

  it('has its secrets masked, and so has what comes meanwhile', async () => {
    failure = new Error('database is locked')
    for (const token of ['before', 'meanwhile']) {
      log.record(someCall({ response: JSON.stringify({ token }) }))
      await log.written()
    }
    failure = null
    await log.written()
    expect([1, 2].map((id) => store.find(OWN, id)?.response.text)).toEqual(Array(2).fill('{"token":"***"}'))
  })

  it('is dropped in the end, and counted', async () => {
    log.close()
    open({ maxWaiting: AT_ONCE })
    failure = new Error('database or disk is full')
    record(AT_ONCE)
    await log.written()
    record(3, AT_ONCE)
    failure = null
    await log.written()
    expect(kept()).toEqual(numbers(3, AT_ONCE))
    expect(warnings.at(-1)).toMatchObject({ msg: 'calls are missing in the request log', calls: AT_ONCE })
  })

  it('does not keep the service from ending', () => {
    failure = new Error('database or disk is full')
    record(3)
    expect(() => log.close()).not.toThrow()
    expect(warnings).toMatchObject([
      { msg: 'the request log can not be written' },
      { msg: 'calls are missing in the request log', calls: 3 },
    ])
  })

  it('is tried once more at the end, where it was on its way', async () => {
    const { append } = store
    let tries = 0
    store.append = (calls) => {
      if (tries++ === 0) throw new Error('database is locked')
      append(calls)
    }
    const appended: number[] = []
    store.close = () => void appended.push(...kept())
    record(3)
    clock.advance(100)
    await log.end()
    expect(appended).toEqual([0, 1, 2])
    expect(warnings).toMatchObject([{ msg: 'the request log can not be written' }])
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
