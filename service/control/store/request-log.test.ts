import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { waitFor } from '../../../test/support/wait-for.ts'
import { OTHER_SYSTEM, OWN, SYSTEM, packed, someCall } from '../../../test/support/request-log.ts'
import { createLogger } from '../../platform/logger.ts'
import type { Call } from '../request-log/call.ts'
import { MAX_KEPT_BYTES } from '../request-log/masking.ts'
import type { CallFilter, CallScope, RequestLogStore } from '../request-log/request-log-store.ts'
import { requestLogStore } from './request-log.ts'

const logger = createLogger('silent')
const OTHERS = { systemId: OTHER_SYSTEM, unknownCallers: false }
const ALL = { before: Infinity, window: Infinity, limit: 1000 }

let folder: string
let file: string
let store: RequestLogStore
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'airdesk-requests-'))
  file = join(folder, 'requests.db')
  store = requestLogStore(file, logger)
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

const callers = (filter: CallFilter = {}, scope: CallScope = OWN) =>
  store.look(scope, filter, ALL).calls.map(({ caller }) => caller)

describe('the file', () => {
  it('is made when first used, for its owner only', () => {
    expect(existsSync(file)).toBe(false)
    store.append(packed(someCall()))
    if (process.platform === 'win32') return
    for (const name of readdirSync(folder))
      expect([name, statSync(join(folder, name)).mode & 0o077]).toEqual([name, 0])
  })

  it('keeps calls over a restart', () => {
    const members = { unknownMembers: ['hls[0].Video'], request: undefined }
    const call = someCall({ ...members, response: `"${'x'.repeat(MAX_KEPT_BYTES)}"` })
    store.append(packed(call))
    store.close()
    store = requestLogStore(file, logger)
    const response = { text: call.response.slice(0, MAX_KEPT_BYTES), cut: true }
    expect(store.find(OWN, 1)).toEqual({ ...call, id: 1, request: null, response })
  })

  it('keeps the times of calls that have all else in common, in their order', () => {
    const times = Array.from({ length: 600 }, (_, i) => ({ at: 1_700_000_000_000 + i, durationMs: i / 7 }))
    const calls = times.map((time, i) => someCall({ ...time, caller: i === 300 ? 'another' : 'one' }))
    store.append(packed(...calls))
    const kept = store.look(OWN, {}, ALL).calls.toReversed()
    expect(kept).toEqual(
      calls.map(({ request: _asked, response: _answered, ...call }, i) => ({
        ...call,
        id: i + 1,
        durationMs: expect.closeTo(call.durationMs, 9) as number,
      })),
    )
  })

  it.each([
    [
      'is no database',
      () => writeFileSync(file, 'no database at all, but long enough to be looked at'.repeat(100)),
    ],
    ['was cut off', () => truncateSync(file, 3 * 16_384 + 100)],
    ['has its first page overwritten', () => writeFileSync(file, Buffer.alloc(4096, 7), { flag: 'r+' })],
    [
      'is of another version',
      () => {
        const other = new SQLite(file)
        other.pragma('user_version = 99')
        other.close()
      },
    ],
  ])('is set aside when it %s, and a new one begins', (_, damage) => {
    store.append(
      packed(...Array.from({ length: 200 }, (_, i) => someCall({ response: `"${i}${'x'.repeat(3000)}"` }))),
    )
    store.close()
    damage()
    store.append(packed(someCall({ caller: 'after' })))
    expect(callers()).toEqual(['after'])
    expect(existsSync(`${file}.damaged`)).toBe(true)
  })

  it.skipIf(process.platform === 'win32')('may be deleted at any time, alone or with its companions', () => {
    for (const names of [['requests.db'], ['requests.db', 'requests.db-wal', 'requests.db-shm']]) {
      store.append(packed(someCall({ caller: 'before' })))
      for (const name of names) rmSync(join(folder, name))
      store.append(packed(someCall({ caller: 'after' })))
      expect(callers()).toEqual(['after'])
      expect(existsSync(file)).toBe(true)
    }
  })

  it('that can not be made is an error of writing, and is made when it can', () => {
    mkdirSync(file)
    expect(() => store.append(packed(someCall()))).toThrow()
    rmSync(file, { recursive: true })
    store.append(packed(someCall()))
    expect(callers()).toHaveLength(1)
  })

  it('that another program has locked is not waited for', () => {
    store.append(packed(someCall()))
    const shell = new SQLite(file)
    shell.exec('BEGIN IMMEDIATE')
    expect(() => store.append(packed(someCall()))).toThrow('locked')
    shell.exec('ROLLBACK')
    shell.close()
    store.append(packed(someCall()))
    expect(callers()).toHaveLength(2)
  })

  it('that another program has locked can be opened and read', () => {
    store.append(packed(someCall()))
    store.close()
    const shell = new SQLite(file)
    shell.exec('BEGIN IMMEDIATE')
    expect(callers()).toHaveLength(1)
    shell.exec('ROLLBACK')
    shell.close()
  })

  it('is whole after its process was killed in the middle of writing', async () => {
    for (let round = 1; round <= 3; round++) {
      const child = spawn(
        process.execPath,
        [join(import.meta.dirname, '../../../test/support/request-log-child.ts'), file],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      )
      const gone = once(child, 'exit')
      const newest = () => store.look(OWN, {}, { ...ALL, limit: 1 }).calls[0]?.id ?? 0
      let before = 0
      try {
        await once(child.stdout, 'data')
        const begun = newest()
        before = await waitFor(() => (newest() > begun ? newest() : null), 'calls of the flood')
      } finally {
        child.kill('SIGKILL')
      }
      await gone
      store.close()
      expect(existsSync(`${file}.damaged`)).toBe(false)
      const { calls } = store.look(OWN, {}, { ...ALL, limit: 1_000_000 })
      expect(calls.length).toBeGreaterThanOrEqual(before)
      expect(calls.map(({ id }) => id)).toEqual(calls.map((_, i) => calls.length - i))
    }
    store.close()
    const sqlite = new SQLite(file)
    expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok')
    sqlite.close()
  })
})

describe('looking', () => {
  it('goes from the newest back, in steps', () => {
    store.append(packed(...Array.from({ length: 10 }, (_, i) => someCall({ caller: String(i) }))))
    const look = (before: number, limit: number, window = 1000) => {
      const found = store.look(OWN, {}, { before, window, limit })
      return [found.calls.map(({ caller }) => caller).join(''), found.before]
    }
    expect(look(Infinity, 4)).toEqual(['9876', 7])
    expect(look(7, 4)).toEqual(['5432', 3])
    expect(look(3, 4)).toEqual(['10', null])
    expect(look(Infinity, 10)).toEqual(['9876543210', null])
    expect(look(Infinity, 10, 3)).toEqual(['987', 8])
    expect(look(1, 10)).toEqual(['', null])
  })

  it('is empty without calls', () => expect(store.look(OWN, {}, ALL)).toEqual({ calls: [], before: null }))

  const rows: Readonly<Record<string, Partial<Call>>> = {
    a: { api: 'option', operation: 'GET /api/schedule', at: 100 },
    b: { status: 404, at: 200, remoteAddress: '10.0.0.7' },
    c: { status: 500, at: 300, request: { name: '50%_off\\' } },
    d: { status: 201, at: 400, response: '{"name":"Morning"}' },
  }
  it.each<[CallFilter, string]>([
    [{}, 'dcba'],
    [{ api: 'option' }, 'a'],
    [{ operation: 'GET /api/schedule' }, 'a'],
    [{ operation: 'GET /api' }, ''],
    [{ status: '2xx' }, 'da'],
    [{ status: '4xx' }, 'b'],
    [{ status: '5xx' }, 'c'],
    [{ caller: 'c' }, 'c'],
    [{ search: 'mORN' }, 'd'],
    [{ search: '10.0' }, 'b'],
    [{ search: 'schedule' }, 'a'],
    [{ search: '50%_o' }, 'c'],
    [{ search: '%' }, 'c'],
    [{ search: '_off\\' }, 'c'],
    [{ from: 200 }, 'dcb'],
    [{ to: 200 }, 'a'],
    [{ from: 200, to: 400, status: '5xx', search: 'off' }, 'c'],
  ])('%j', (filter, found) => {
    store.append(packed(...Object.entries(rows).map(([caller, row]) => someCall({ caller, ...row }))))
    expect(callers(filter).join('')).toBe(found)
  })
})

describe('a system', () => {
  beforeEach(() =>
    store.append(
      packed(
        someCall({ systemId: SYSTEM, caller: 'own' }),
        someCall({ systemId: OTHER_SYSTEM, caller: 'other' }),
        someCall({ systemId: null, caller: null }),
      ),
    ),
  )

  it('has its own calls only', () => {
    expect(callers()).toEqual(['own'])
    expect(callers({}, OTHERS)).toEqual(['other'])
    expect(callers({ search: 'o' }, OTHERS)).toEqual(['other'])
    expect([1, 2, 3].map((id) => store.find(OWN, id)?.caller)).toEqual(['own', undefined, undefined])
    expect([1, 2, 3].map((id) => store.find(OTHERS, id)?.caller)).toEqual([undefined, 'other', undefined])
  })

  it('may be shown the calls of unknown callers', () => {
    const scope = { systemId: SYSTEM, unknownCallers: true }
    expect(callers({}, scope)).toEqual([null, 'own'])
    expect([1, 2, 3].map((id) => store.find(scope, id)?.id)).toEqual([1, undefined, 3])
  })
})

describe('long texts', () => {
  const long = (mark: string) => JSON.stringify({ mark, rest: 'x'.repeat(2000) })
  const own = (response: string, more: Partial<Call> = {}) =>
    someCall({ systemId: SYSTEM, response, ...more })
  const others = (response: string) => someCall({ systemId: OTHER_SYSTEM, response })
  const answers = (scope = OWN) =>
    store.look(scope, {}, ALL).calls.map(({ id }) => store.find(scope, id)?.response.text)
  const kept = () => {
    const sqlite = new SQLite(file, { readonly: true })
    const texts = sqlite.prepare<[], string>('SELECT text FROM texts ORDER BY id').pluck().all()
    sqlite.close()
    return texts.map((text) => (JSON.parse(text) as { mark: string }).mark)
  }

  it('are there once, however often they come, and for each system', () => {
    store.append(packed(own(long('a')), own(long('b')), own(long('a'))))
    store.append(
      packed(own(long('a'), { request: { mark: 'a', rest: 'x'.repeat(2000) } }), others(long('a'))),
    )
    store.append(packed(own('{}')))
    expect(kept()).toEqual(['a', 'b', 'a'])
    expect(answers()).toEqual(['{}', ...['a', 'a', 'b', 'a'].map(long)])
    expect(answers(OTHERS)).toEqual([long('a')])
    expect(store.find(OWN, 4)?.request?.text).toBe(long('a'))
    expect(store.look(OWN, { search: '"mark":"b"' }, ALL).calls.map(({ id }) => id)).toEqual([2])
  })

  it('are written again where they have not come for long', () => {
    store.append(packed(own(long('a'))))
    store.append(packed(...Array.from({ length: 64 }, (_, i) => own(long(String(i))))))
    store.append(packed(own(long('a'))))
    expect(kept().filter((mark) => mark === 'a')).toHaveLength(2)
    expect(answers().at(0)).toBe(long('a'))
    expect(answers().at(-1)).toBe(long('a'))
  })

  it('of callers who are not known are each for itself', () => {
    const call = someCall({ systemId: null, caller: null, response: long('a') })
    store.append(packed(call, call))
    expect(kept()).toEqual([])
  })

  it('go with the last calls that they came with', () => {
    store.append(packed(own(long('a')), own(long('b'))))
    store.append(packed(own(long('a')), own(long('c'))))
    expect(store.removeOldest(1, Infinity)).toBe(1)
    expect(kept()).toEqual(['a', 'b', 'c'])
    expect(store.removeOldest(1, Infinity)).toBe(1)
    expect(kept()).toEqual(['a', 'c'])
    expect(answers()).toEqual([long('c'), long('a')])
    store.append(packed(own(long('b'))))
    expect(answers()[0]).toBe(long('b'))
    expect(store.removeOldest(10, Infinity)).toBe(3)
    expect(kept()).toEqual([])
    store.append(packed(own(long('a'))))
    expect(answers()).toEqual([long('a')])
  })

  it('of a system whose calls are removed are gone, and no others', () => {
    store.append(packed(own(long('a')), others(long('a')), own(long('b')), own(long('a'))))
    expect(store.clear(OWN, 2)).toBe(2)
    expect(store.clear(OWN, 2)).toBe(1)
    expect(kept()).toEqual(['a'])
    expect(answers(OTHERS)).toEqual([long('a')])
    store.append(packed(own(long('a'))))
    expect(answers()).toEqual([long('a')])
  })

  it('of calls that could not be written are written with others', () => {
    expect(() => store.append(packed(own(long('a')), own('{}', { status: NaN })))).toThrow('NOT NULL')
    store.append(packed(own(long('a'))))
    expect(answers()).toEqual([long('a')])
    expect(kept()).toEqual(['a'])
  })

  it('come into a log of before, which is kept', () => {
    store.append(packed(own('{}')))
    store.close()
    const sqlite = new SQLite(file)
    sqlite.exec(`DROP TABLE texts; ALTER TABLE calls DROP COLUMN request_text;
      ALTER TABLE calls DROP COLUMN response_text; UPDATE calls SET response = '${long('before')}'; PRAGMA user_version = 1`)
    sqlite.close()
    store.append(packed(own(long('after'))))
    expect(existsSync(`${file}.damaged`)).toBe(false)
    expect(answers()).toEqual([long('after'), long('before')])
    expect(kept()).toEqual(['after'])
  })
})
