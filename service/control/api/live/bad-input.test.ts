import { request as httpRequest } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  MISSING,
  anyInteger,
  flag,
  id,
  oneOf,
  optional,
  text,
  withMember,
} from '../../../../test/support/bad-input.ts'
import type { InputCase, MemberCases } from '../../../../test/support/bad-input.ts'
import {
  ACCESS_TOKEN,
  CREATE,
  CREATE_DESTINATION,
  CREATE_HLS,
  CREATE_WEBRTC,
  DELETE,
  DELETE_DESTINATION,
  GET_KEY,
  LIST_CHANNELS,
  LIST_DESTINATIONS,
  LIST_PLAYLISTS,
  OTHER_ACCESS_TOKEN,
  createRequest,
  startTestLiveApi,
} from '../../../../test/support/live-api.ts'
import type { TestLiveApi } from '../../../../test/support/live-api.ts'
import { StandInSfu } from '../../../../test/support/stand-in-sfu.ts'
import type { SystemId } from '../../../contract/ids.ts'
import { BODY_LIMIT_BYTES } from '../http/server.ts'
import { OPERATIONS } from './operations/index.ts'

type Body = Readonly<Record<string, unknown>>

let api: TestLiveApi
let sfu: StandInSfu
let otherSystem: SystemId
/** A WebRTC channel with connections. */
let channel: { channel_id: string }

beforeAll(async () => {
  sfu = new StandInSfu()
  api = await startTestLiveApi({ sfu })
  otherSystem = api.addOtherSystem()
  api.keys.set(`${api.first.system.id} KID`, '0'.repeat(32))
  channel = { channel_id: await make() }
  sfu.connect(channel.channel_id, [{ id: 'A', client: 'studio', simulcast: true }, { id: 'B' }], {
    spotlight: true,
  })
})
afterAll(() => api.close())

const make = async (call = {}) => String((await api.call(CREATE_WEBRTC, {}, call)).body.channel_id)
const makeDestination = (systemId = api.first.system.id) => api.archive.create(systemId, S3)

const S3 = { bucket_uri: 's3://recordings', s3_region: 'r', s3_access_key_id: 'k', s3_secret_access_key: 's' }
const CREDENTIAL = { type: 't', client_email: 'c', private_key: 'p', token_uri: 'https://a.test/' }
const GS = { bucket_uri: 'gs://recordings', gs_credential_json: JSON.stringify(CREDENTIAL) }
const AZBLOB = { bucket_uri: 'azblob://recordings', blob_account: 'airdesk', blob_key: 'eA==' }

interface Row {
  readonly target: string
  readonly right: () => Body | Promise<Body>
  readonly members: Readonly<Record<string, MemberCases>>
}

/** Stands for what `right` has. */
const KNOWN = 'known'
const refused = (rule: string, values: readonly unknown[]): MemberCases =>
  values.map((value) => ({ value, rule }))
const taken = (values: readonly unknown[]): MemberCases => values.map((value) => ({ value, rule: null }))

function url(schemes: string, right: readonly string[], wrong: readonly string[]): MemberCases {
  const rule = `must be ${schemes} URL without user name and password, or an empty string`
  const malformed = [
    'a.test',
    '/path',
    'https://',
    'ftp://a.test/',
    'file:///etc/passwd',
    'javascript:1',
    ' ',
  ]
  return [
    ...refused('must be a string', [null, 5, true, [], {}]),
    ...refused(rule, [...malformed, 'https://u:p@a.test/', 'https://u@a.test/', ...wrong]),
    ...taken([MISSING, '', 'https://a.test/x?y=z', ...right]),
  ]
}
const webhook = url('an http or https', ['http://127.0.0.1:3000/'], ['ws://a.test/'])
const webhooks = { auth_webhook_url: webhook, event_webhook_url: webhook }
const encrypt_key_uri = url('an https', [], ['http://a.test/'])
const environment: MemberCases = [
  ...refused('must be 0 (normal) or 1 (verification)', ['0', '1', 2, -1, 0.5, true, null, [], {}]),
  ...taken([MISSING, 0, 1]),
]
const NOT_EMPTY = 'must be a non-empty array of renditions'
/** What renditions may hold is tested with the creation of channels. */
const hls: MemberCases = [
  { value: MISSING, rule: `is required: ${NOT_EMPTY}` },
  ...refused(NOT_EMPTY, [null, {}, 5, 'x', true, []]),
  ...refused('must have at most 16 renditions', [Array.from({ length: 17 }, () => createRequest().hls[0])]),
]
const object: MemberCases = [
  { value: MISSING, rule: 'is required: must be an object' },
  ...refused('must be an object', [null, [], 5, 'x', true]),
  ...taken([{}, { a: [null, { b: 1 }] }]),
]
const json: MemberCases = [
  { value: MISSING, rule: 'is required: must be a JSON value' },
  ...taken([null, 0, '', false, [], {}, { a: 1 }]),
]
const role: MemberCases = [
  { value: MISSING, rule: 'is required: must be one of sendrecv, sendonly, recvonly' },
  ...oneOf(['sendrecv', 'sendonly', 'recvonly']),
]
const rid: MemberCases = [
  { value: MISSING, rule: 'is required: must be one of r0, r1, r2' },
  ...oneOf(['r0', 'r1', 'r2']),
]
/** Chosen by clients: of the right form is not yet known. */
const client_id = text(1, 255).filter(({ rule }) => rule !== null)
const key = [...text(1, 255), ...refused('must not be __proto__', ['__proto__'])]
const some = id(KNOWN)
const push = optional(flag())
const reason = optional(object)

/** A member that goes with one kind of store. */
function ofStore(kind: string, max = 1024): MemberCases {
  const wrong = text(1, max).filter(({ value, rule }) => rule !== null && value !== MISSING)
  return [{ value: MISSING, rule: `is required for ${kind}://` }, ...wrong, ...taken([KNOWN])]
}
const bucket_uri = [
  ...text(1, 1024).filter(({ rule }) => rule !== null),
  ...refused(
    'must be s3://<bucket>/<path>/, gs://<bucket>/<path>, azblob://<container>/<path> or file:///<path>',
    ['recordings', 'https://recordings', 'S3://recordings'],
  ),
  ...taken([KNOWN]),
]

const own: Row[] = [
  {
    target: CREATE,
    right: createRequest,
    members: { hls, encrypt_key_uri, ...webhooks },
  },
  {
    target: CREATE_HLS,
    right: createRequest,
    members: { hls, encrypt_key_uri, ...webhooks, environment },
  },
  { target: CREATE_WEBRTC, right: () => ({}), members: { ...webhooks, environment } },
  { target: LIST_PLAYLISTS, right: () => channel, members: { channel_id: some } },
  { target: DELETE, right: async () => ({ channel_id: await make() }), members: { channel_id: some } },
  { target: LIST_CHANNELS, right: () => ({}), members: {} },
  { target: GET_KEY, right: () => ({ kid: 'KID' }), members: { kid: some } },
  {
    target: CREATE_DESTINATION,
    right: () => S3,
    members: {
      bucket_uri,
      s3_end_point: [
        ...text(1, 1024).filter(({ value, rule }) => rule !== null && value !== MISSING),
        ...taken([MISSING, 'http://127.0.0.1:9000']),
      ],
      s3_region: ofStore('s3'),
      s3_access_key_id: ofStore('s3'),
      s3_secret_access_key: ofStore('s3'),
    },
  },
  {
    target: CREATE_DESTINATION,
    right: () => GS,
    members: { bucket_uri, gs_credential_json: ofStore('gs', 65_536) },
  },
  {
    target: CREATE_DESTINATION,
    right: () => AZBLOB,
    members: { bucket_uri, blob_account: ofStore('azblob'), blob_key: ofStore('azblob') },
  },
  {
    target: DELETE_DESTINATION,
    right: () => ({ archive_destination_id: makeDestination() }),
    members: { archive_destination_id: some },
  },
  { target: LIST_DESTINATIONS, right: () => ({}), members: {} },
]

const forwarded = (target: string, more: Body, members: Row['members']): Row => ({
  target,
  right: () => ({ ...channel, ...more }),
  members: { channel_id: some, ...members },
})
const connection = { connection_id: 'A' }
const client = { client_id: 'studio' }
const stream = { recv_connection_id: 'A', send_connection_id: 'A' }
const data = { data: {} }
const onConnection = { connection_id: some }
const onStream = { recv_connection_id: some, send_connection_id: some }
const onLayer = { recv_connection_id: some, send_connection_id: optional(some) }

const FORWARDED: Row[] = [
  forwarded('Sfu_20151104.DisconnectChannel', {}, { reason }),
  forwarded('Sfu_20151104.DisconnectClient', client, { client_id, reason }),
  forwarded('Sfu_20151104.DisconnectConnection', connection, { ...onConnection, reason }),
  forwarded('Sfu_20201120.DisconnectChannelByRole', { role: 'sendonly' }, { role, reason }),
  forwarded('Sfu_20201013.ListChannelConnections', {}, { local: optional(flag()) }),
  forwarded('Sfu_20201005.RequestRtpStream', { ...stream, rid: 'r0' }, { ...onLayer, rid }),
  forwarded('Sfu_20201005.ResetRtpStream', stream, onLayer),
  forwarded('Sfu_20200807.FocusSpotlightFixed', connection, onConnection),
  forwarded('Sfu_20200807.FocusSpotlight', connection, onConnection),
  forwarded('Sfu_20200807.UnfocusSpotlight', connection, onConnection),
  forwarded(
    'Sfu_20200807.ChangeSpotlightNumber',
    { spotlight_number: 1 },
    { spotlight_number: anyInteger(1, 8) },
  ),
  forwarded('Sfu_20160711.PushChannel', data, { data: object }),
  forwarded('Sfu_20160711.PushClient', { ...client, ...data }, { client_id, data: object }),
  forwarded('Sfu_20160711.PushConnection', { ...connection, ...data }, { ...onConnection, data: object }),
  forwarded('Sfu_20201120.PushChannelByRole', { role: 'recvonly', ...data }, { role, data: object }),
  forwarded('Sfu_20170529.GetStatsClient', client, { client_id }),
  forwarded('Sfu_20170529.GetStatsConnection', connection, onConnection),
  forwarded(
    'Sfu_20190327.ChangeUpstreamVideoBitRate',
    { ...connection, bit_rate: 1 },
    { ...onConnection, bit_rate: anyInteger(1, 30_000) },
  ),
  forwarded('Sfu_20201124.ListSignalingNotifyMetadata', {}, {}),
  forwarded('Sfu_20201124.GetSignalingNotifyMetadata', connection, onConnection),
  forwarded(
    'Sfu_20201124.PutSignalingNotifyMetadata',
    { ...connection, metadata: {} },
    { ...onConnection, metadata: object, push },
  ),
  forwarded('Sfu_20201124.DeleteSignalingNotifyMetadata', connection, { ...onConnection, push }),
  forwarded(
    'Sfu_20201124.PutSignalingNotifyMetadataItem',
    { ...connection, key: 'k', value: 1 },
    { ...onConnection, key, value: json, push },
  ),
  forwarded(
    'Sfu_20201124.DeleteSignalingNotifyMetadataItem',
    { ...connection, key: 'k' },
    { ...onConnection, key, push },
  ),
  forwarded('Sfu_20200401.PauseRtpStream', stream, onStream),
  forwarded('Sfu_20200401.ResumeRtpStream', stream, onStream),
  forwarded('Sfu_20200401.ListPauseRtpStreams', {}, { recv_connection_id: optional(some) }),
]

const ROWS = [...own, ...FORWARDED]
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
  const body = await right()
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
    expect((await api.call(target, await right())).status).toBe(200)
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
    const right = await row.right()
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
    const right = JSON.stringify(await rowOf(target).right())
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
    const right = await rowOf(target).right()
    for (const token of tokens) {
      expect(await errorOf(api.call(target, right, { token }))).toEqual([401, 'Unauthorized'])
    }
  })

  it.each(TARGETS)('%s is there in its own version and spelling only', async (target) => {
    const [version = '', name = ''] = target.split('.')
    const prefix = version.slice(0, -8)
    const others = [`${prefix}20260101.${name}`, `${prefix}20150101.${name}`]
    for (const other of others) {
      const { status, body } = await api.call(other, await rowOf(target).right())
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
          await expectAnswer(api.call(target, { ...(await right()), ...Object.fromEntries(spoilt) }))
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
          const text = JSON.stringify(await right())
          const start = from % (text.length + 1)
          await expectAnswer(api.send(target, text.slice(0, start) + more + text.slice(start + cut)))
        },
      ),
      { numRuns: 400 },
    )
  })
})
