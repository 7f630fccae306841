import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import SQLite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { OWN, packed, someCall } from '../../../test/support/request-log.ts'
import { systemClock } from '../../platform/clock.ts'
import { createLogger } from '../../platform/logger.ts'
import { BatchedRequestLog } from '../request-log/log.ts'
import { requestLogReader } from '../request-log/reading.ts'
import type { RequestLogKeeper } from '../request-log/request-log-store.ts'
import { requestLogStore } from './request-log.ts'
import { requestLogThread } from './request-log-thread.ts'

const ENTRY = join(import.meta.dirname, 'request-log-writer.ts')
const ALL = { before: Infinity, window: Infinity, limit: 10_000 }

let folder: string
let file: string
let warnings: string[]
let keeper: RequestLogKeeper
let told: unknown[]
const sink = new Writable({
  write(chunk: Buffer, _encoding, done) {
    told.push(JSON.parse(chunk.toString()))
    done()
  },
})
const warn = (_fields: unknown, text?: unknown) => void warnings.push(String(text))
const open = (entry = ENTRY) => requestLogThread(file, entry, { warn })

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'airdesk-thread-'))
  file = join(folder, 'requests.db')
  warnings = []
  told = []
  keeper = open()
})
afterEach(async () => {
  await keeper.close()
  rmSync(folder, { recursive: true })
})

/** What the file holds, read by another. */
function callers(): (string | null)[] {
  const store = requestLogStore(file, { warn })
  try {
    return store
      .look(OWN, {}, ALL)
      .calls.map(({ caller }) => caller)
      .reverse()
  } finally {
    store.close()
  }
}
const numbers = (count: number) => Array.from({ length: count }, (_, i) => String(i))

describe('a store in a thread', () => {
  it('does what it is asked, in order', async () => {
    const first = someCall({ caller: 'a', at: 7, unknownMembers: ['x'] })
    const written = keeper.append(packed(first))
    const look = keeper.look(OWN, {}, ALL)
    await written
    expect((await look).calls).toMatchObject([{ caller: 'a', unknownMembers: ['x'] }])
    const [request, response] = [JSON.stringify(first.request), first.response].map((text) => ({
      text,
      cut: false,
    }))
    expect(await keeper.find(OWN, 1)).toEqual({ ...first, id: 1, request, response })
    expect(keeper.oldestAt()).toBe(7)
    expect(await keeper.removeOldest(10, 8)).toBe(1)
    expect(keeper.oldestAt()).toBeNull()
  })

  it('says why it could not, and goes on', async () => {
    await keeper.append(packed(someCall({ caller: 'a' })))
    const other = new SQLite(file)
    other.exec('BEGIN IMMEDIATE')
    await expect(keeper.append(packed(someCall({ caller: 'lost' })))).rejects.toThrow('locked')
    other.exec('ROLLBACK')
    other.close()
    await keeper.append(packed(someCall({ caller: 'b' })))
    expect(callers()).toEqual(['a', 'b'])
  })

  it('warns of a damaged file, which it sets aside', async () => {
    writeFileSync(file, 'no database '.repeat(1000))
    await keeper.append(packed(someCall({ caller: 'c' })))
    expect(callers()).toEqual(['c'])
    expect(warnings).toEqual(['the request log is damaged; a new one begins'])
  })

  it('that can not start is kept here, and nothing is lost', async () => {
    keeper = open(join(folder, 'missing.js'))
    await keeper.append(packed(someCall({ caller: 'd' })))
    await keeper.append(packed(someCall({ caller: 'e' })))
    expect(callers()).toEqual(['d', 'e'])
    expect(warnings).toEqual(['the request log is written without a thread of its own'])
  })
})

describe('the log on it', () => {
  const logOn = () =>
    new BatchedRequestLog({ store: keeper, clock: systemClock, logger: createLogger('silent') })

  it('has all that was recorded once it is closed, masked', async () => {
    const log = logOn()
    for (const caller of numbers(1000)) log.record(someCall({ caller, response: '{"token":"y"}' }))
    await log.end()
    expect(callers()).toEqual(numbers(1000))
    const store = requestLogStore(file, { warn })
    expect(store.find(OWN, 1)?.response.text).toBe('{"token":"***"}')
    store.close()
  })

  it('has all that was recorded when it is closed while it writes', async () => {
    const log = logOn()
    for (const caller of numbers(500)) log.record(someCall({ caller }))
    const written = log.written()
    const closed = log.end()
    await Promise.all([written, closed])
    expect(callers()).toEqual(numbers(500))
  })

  it('tells how many calls are missing when the last can not be written', async () => {
    const other = new SQLite(file)
    const log = new BatchedRequestLog({
      store: keeper,
      clock: systemClock,
      logger: createLogger('warn', sink),
    })
    log.record(someCall({ caller: 'first' }))
    await log.written()
    other.exec('BEGIN IMMEDIATE')
    for (const caller of numbers(200)) log.record(someCall({ caller }))
    await log.end()
    other.exec('ROLLBACK')
    other.close()
    expect(told).toMatchObject([
      { msg: 'the request log can not be written' },
      { msg: 'calls are missing in the request log', calls: 200 },
    ])
    expect(callers()).toEqual(['first'])
  })

  it('is read with what was recorded up to now', async () => {
    const log = logOn()
    log.record(someCall({ caller: 'x' }))
    const { calls } = await requestLogReader(log, keeper).list(OWN, { limit: 10 })
    expect(calls.map(({ caller }) => caller)).toEqual(['x'])
    await log.end()
  })
})
