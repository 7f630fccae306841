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
