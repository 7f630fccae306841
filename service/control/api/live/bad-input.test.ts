import { request as httpRequest } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { MISSING, withMember } from '../../../../test/support/bad-input.ts'
import type { InputCase } from '../../../../test/support/bad-input.ts'
import {
  ACCESS_TOKEN,
  CREATE_WEBRTC,
  DELETE,
  OTHER_ACCESS_TOKEN,
  startTestLiveApi,
} from '../../../../test/support/live-api.ts'
import type { TestLiveApi } from '../../../../test/support/live-api.ts'
import { KNOWN, ROWS, S3 } from '../../../../test/support/live-input.ts'
import type { LiveFixture, Row } from '../../../../test/support/live-input.ts'
import { StandInSfu } from '../../../../test/support/stand-in-sfu.ts'
import type { SystemId } from '../../../contract/ids.ts'
import { BODY_LIMIT_BYTES } from '../http/server.ts'
import { OPERATIONS } from './operations/index.ts'

let api: TestLiveApi
let sfu: StandInSfu
let otherSystem: SystemId
let fixture: LiveFixture

beforeAll(async () => {
  sfu = new StandInSfu()
  api = await startTestLiveApi({ sfu })
  otherSystem = api.addOtherSystem()
  api.keys.set(`${api.first.system.id} KID`, '0'.repeat(32))
  fixture = {
    channel: { channel_id: await make() },
    makeChannel: () => make(),
    makeDestination: () => makeDestination(),
  }
  sfu.connect(fixture.channel.channel_id, [{ id: 'A', client: 'studio', simulcast: true }, { id: 'B' }], {
    spotlight: true,
  })
})
afterAll(() => api.close())

const make = async (call = {}) => String((await api.call(CREATE_WEBRTC, {}, call)).body.channel_id)
const makeDestination = (systemId = api.first.system.id) => api.archive.create(systemId, S3)

const TARGETS = OPERATIONS.map(({ target }) => target)
const rowOf = (target: string): Row => {
  const row = ROWS.find((one) => one.target === target)
  if (!row) throw new Error(`${target} is not in the table`)
  return row
}
const errorOf = async (answer: ReturnType<TestLiveApi['send']>) => {
  const { status, body } = await answer
  return [status, body.error_type]
}

async function attempt({ target, right }: Row, member: string, { value }: InputCase) {
  const body = await right(fixture)
  return api.call(target, withMember(body, member, value === KNOWN ? body[member] : value))
}

describe('each member', () => {
  it.each(OPERATIONS.map((one) => [one.target, one] as const))(
    'of %s is in the table',
    (target, { request }) => {
      const members = request instanceof z.ZodObject ? Object.keys(request.shape) : null
      const rows = ROWS.filter((row) => row.target === target)
      const tested = new Set(rows.flatMap((row) => Object.keys(row.members)))
      expect([...tested].toSorted()).toEqual(members?.toSorted())
    },
  )

  it.each(ROWS)('$target takes what is right', async ({ target, right }) => {
    expect((await api.call(target, await right(fixture))).status).toBe(200)
  })

  const members = ROWS.flatMap((row) =>
    Object.entries(row.members).map(([member, cases]) => ({ target: row.target, member, row, cases })),
  )
  it.each(members)('$target $member: of each wrong form is refused, by name and rule', async (one) => {
    const { row, member, cases } = one
    for (const wrong of cases.filter(({ rule }) => rule !== null)) {
      const { status, body } = await attempt(row, member, wrong)
      const error_reason = [{ member, rule: wrong.rule }]
      expect([wrong.value, status, body]).toEqual([
        wrong.value,
        400,
        { error_type: 'InvalidJSON', error_reason },
      ])
    }
  })

  it.each(members)('$target $member: of each right form is taken', async ({ row, member, cases }) => {
    for (const right of cases.filter(({ rule }) => rule === null)) {
      const { status } = await attempt(row, member, right)
      expect([right.value, status]).toEqual([right.value, 200])
    }
  })

  it.each(ROWS)('$target names all that are wrong at once', async ({ target, members }) => {
    const required = Object.keys(members).filter((member) =>
      members[member]?.some(({ value, rule }) => value === MISSING && rule?.startsWith('is required:')),
    )
    if (required.length === 0) return
    const { body } = await api.call(target, Object.fromEntries(required.map((one) => [one, undefined])))
    const named = (body.error_reason as { member: string }[]).map(({ member }) => member)
    expect(named.toSorted()).toEqual(required.toSorted())
  })
})

describe('ids', () => {
  const IDS: Readonly<Record<string, string>> = {
    channel_id: 'CHANNEL-NOT-FOUND',
    archive_destination_id: 'ARCHIVE-DESTINATION-NOT-FOUND',
    kid: 'KEY-NOT-FOUND',
  }
  const naming = ROWS.flatMap((row) =>
    Object.entries(IDS)
      .filter(([member]) => member in row.members)
      .map(([member, code]) => ({ target: row.target, row, member, code })),
  )
  it.each(naming)('$target: deleted, unknown and other systems’ are not found', async (one) => {
    const { row, member, code } = one
    const deleted = await make()
    await api.call(DELETE, { channel_id: deleted })
    const gone = makeDestination()
    api.archive.delete(api.first.system.id, gone)
    const theirs = {
      channel: await make({ token: OTHER_ACCESS_TOKEN }),
      archive: makeDestination(otherSystem),
    }
    api.keys.set(`${otherSystem} THEIRS`, '1'.repeat(32))
    const right = await row.right(fixture)
    for (const value of [
      ...[deleted, gone, theirs.channel, theirs.archive, 'THEIRS'],
      ...['x', '__proto__', 'constructor', "' OR 1=1 --", '\u0000', '😀', 'X'.repeat(100_000)],
      ...[String(right[member]).toLowerCase(), ` ${String(right[member])}`],
    ]) {
      const answer = api.call(row.target, { ...right, [member]: value })
      expect([value, ...(await errorOf(answer))]).toEqual([value, 400, code])
    }
    expect(api.channels.listIds(otherSystem)).toContain(theirs.channel)
    expect(api.archive.has(otherSystem, theirs.archive)).toBe(true)
    const ofOther = api.call(row.target, right, { token: OTHER_ACCESS_TOKEN })
    expect(await errorOf(ofOther)).toEqual([400, code])
  })
})

describe('each operation', () => {
  it.each(TARGETS)('%s refuses broken bodies, other hosts and other pages', async (target) => {
    const right = JSON.stringify(await rowOf(target).right(fixture))
    for (const body of [
      ...['', '{', '[]', 'null', '5', '"x"', '{"a":1,}', `${right}x`, "{'a':1}", '{"a":NaN}', '{"a":01}'],
      ...['{"channel_id":"a","channel_id":"b"}', '{"a":{"b":1,"b":2}}', '{"a":1,"\\u0061":2}'],
      ...['{"__proto__":{}}', '{"a":"\\ud800"}', `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`],
    ]) {
      expect([body, ...(await errorOf(api.send(target, body)))]).toEqual([body, 400, 'MalformedJSON'])
    }
    const notUtf8 = Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)
    expect(await errorOf(api.send(target, notUtf8))).toEqual([400, 'MalformedJSON'])
    const tooLarge = `{"x":"${'x'.repeat(BODY_LIMIT_BYTES)}"}`
    expect(await errorOf(api.send(target, tooLarge))).toEqual([413, 'PayloadTooLarge'])
    const foreignPage = { headers: { origin: 'https://evil.test' } }
    expect(await errorOf(api.send(target, right, foreignPage))).toEqual([403, 'ForbiddenOrigin'])
    expect(await sendAsHost('evil.test', target, right)).toEqual([403, 'ForbiddenHost'])
  })

  it.each(TARGETS)('%s refuses tokens that are none, revoked or of another kind', async (target) => {
    const { sessions, accessTokens } = api.identity
    const { system, master } = api.first
    const revoked = accessTokens.create(system.id, 'revoked')
    accessTokens.revoke(system.id, revoked.id)
    const tokens = [
      ...[null, 'unknown', `${ACCESS_TOKEN}x`, ACCESS_TOKEN.toUpperCase(), revoked.token],
      sessions.open(master, 'option').token,
      sessions.open(master, 'console').token,
      accessTokens.create(system.id, 'console', 'console').token,
    ]
    const right = await rowOf(target).right(fixture)
    for (const token of tokens) {
      expect(await errorOf(api.call(target, right, { token }))).toEqual([401, 'Unauthorized'])
    }
  })

  it.each(TARGETS)('%s is there in its own version and spelling only', async (target) => {
    const [version = '', name = ''] = target.split('.')
    const prefix = version.slice(0, -8)
    const others = [`${prefix}20260101.${name}`, `${prefix}20150101.${name}`]
    for (const other of others) {
      const { status, body } = await api.call(other, await rowOf(target).right(fixture))
      expect([status, body.error_type]).toEqual([400, 'SchemaNotFound'])
      expect(body.error_reason).toContain(target)
    }
    const swapped = target.startsWith('Sfu')
      ? target.replace('Sfu', 'Service')
      : target.replace('Service', 'Sfu')
    for (const wrong of [target.toLowerCase().replace(/^s/, 'S'), `${target}s`, swapped]) {
      expect(await errorOf(api.call(wrong, {}))).toEqual([400, 'SchemaNotFound'])
    }
  })
})

/** `fetch` would not let another Host pass. */
function sendAsHost(host: string, target: string, body: string): Promise<[number | undefined, unknown]> {
  const headers = { host, 'x-sfu-target': target, authorization: `Bearer ${ACCESS_TOKEN}` }
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port: api.port, method: 'POST', headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const answer = JSON.parse(Buffer.concat(parts).toString()) as { error_type?: unknown }
        resolve([response.statusCode, answer.error_type])
      })
    })
    request.on('error', reject)
    request.end(body)
  })
}

describe('whatever is sent', () => {
  const names = [...new Set(ROWS.flatMap(({ members }) => Object.keys(members)))]
  const inRendition = ['durationSeconds', 'startTimeOffset', 'video', 'audio', 'archive', 'bps', 'codec']
  const name = fc.oneof(fc.constantFrom(...names, ...inRendition), fc.string())
  const scalar = fc.constantFrom<unknown>(
    '',
    'https://a.test/',
    's3://recordings',
    '__proto__',
    1e999,
    -0,
    'A',
  )
  const value = fc.letrec<{ any: unknown }>((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      fc.jsonValue(),
      fc.double(),
      scalar,
      fc.array(tie('any'), { maxLength: 4 }),
      fc.dictionary(name, tie('any'), { maxKeys: 5 }),
    ),
  })).any
  /** An answer is checked against the contract by `call` itself. */
  const expectAnswer = async (answer: ReturnType<TestLiveApi['send']>) => {
    expect([200, 400]).toContain((await answer).status)
  }

  it('is answered by the schema, or refused in the error form', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...TARGETS), value, (target, body) =>
        expectAnswer(api.call(target, body)),
      ),
      { numRuns: 400 },
    )
  })

  it('also where all but one or two members are right', async () => {
    const change = fc.tuple(name, value)
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ROWS),
        fc.array(change, { minLength: 1, maxLength: 2 }),
        async ({ target, right, members }, changes) => {
          const own = Object.keys(members)
          const spoilt = changes.map(([other, to], i) => [own.at(i) ?? other, to] as const)
          await expectAnswer(api.call(target, { ...(await right(fixture)), ...Object.fromEntries(spoilt) }))
        },
      ),
      { numRuns: 800 },
    )
  })

  it('also where a character or a few of a right request are wrong', async () => {
    const at = fc.nat(1000)
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ROWS),
        at,
        fc.string({ maxLength: 3 }),
        fc.nat(3),
        async ({ target, right }, from, more, cut) => {
          const text = JSON.stringify(await right(fixture))
          const start = from % (text.length + 1)
          await expectAnswer(api.send(target, text.slice(0, start) + more + text.slice(start + cut)))
        },
      ),
      { numRuns: 400 },
    )
  })
})
