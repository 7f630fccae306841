import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CREATE, CREATE_HLS, createRequest, startTestLiveApi } from '../../../../test/support/live-api.ts'
import type { TestLiveApi } from '../../../../test/support/live-api.ts'
import { ID_PATTERN } from '../../../contract/ids.ts'
import type { SystemId } from '../../../contract/ids.ts'

let api: TestLiveApi
let otherSystem: SystemId
beforeAll(async () => {
  api = await startTestLiveApi()
  otherSystem = api.addOtherSystem()
})
afterAll(() => api.close())
beforeEach(() => void (api.calls.length = 0))

/** Replaces (or, with `undefined`, removes) the member at a path such as `hls.0.video.width`. */
function withMember(path: string, value: unknown): unknown {
  const request = structuredClone(createRequest()) as unknown
  const names = path.split('.')
  const last = names.pop() ?? ''
  let owner = request as Record<string, unknown>
  for (const name of names) owner = owner[name] as Record<string, unknown>
  owner[last] = value
  return request
}

const S3_MEMBERS = { s3_region: 'r', s3_access_key_id: 'k', s3_secret_access_key: 's' }
const asJson = (value: unknown) => JSON.parse(JSON.stringify(value)) as object
const integer = (min: number, max: number) => `must be an integer from ${min} to ${max}`
const NO_NUMBERS = ['2', true, [], {}, '']
const NO_STRINGS = [5, true, [], {}]
const NO_OBJECTS = [5, 'x', true, []]

/** Integer members: path, limits. */
const INTEGERS: [string, number, number][] = [
  ['hls.0.video.width', 160, 4096],
  ['hls.0.video.height', 160, 4096],
  ['hls.0.video.fps', 3, 60],
  ['hls.0.video.bps', 15_000, 15_000_000],
  ['hls.0.audio.bps', 32_000, 320_000],
]
const REQUIRED: [string, string][] = [
  ['hls', 'must be a non-empty array of renditions'],
  ['hls.0.durationSeconds', 'must be a number from 0.5 to 60'],
  ['hls.0.startTimeOffset', 'must be a finite number'],
  ['hls.0.video.width', integer(160, 4096)],
  ['hls.0.video.height', integer(160, 4096)],
  ['hls.0.video.fps', integer(3, 60)],
  ['hls.0.video.bps', integer(15_000, 15_000_000)],
]
const URL_RULE = 'must be an http or https URL without user name and password, or an empty string'
const KEY_RULE = 'must be an https URL without user name and password, or an empty string'

/** The operations that take renditions. */
const TARGETS = [CREATE, CREATE_HLS]

const refused: [path: string, value: unknown, rule: string][] = [
  ...REQUIRED.flatMap(([path, rule]): [string, unknown, string][] => [
    [path, undefined, `is required: ${rule}`],
    [path, null, rule],
  ]),
  ['hls.0', null, 'must be an object'],
  ...INTEGERS.flatMap(([path, min, max]) =>
    [...NO_NUMBERS, min - 1, max + 1, min + 0.5, -min, 0, 1e300].map((value): [string, unknown, string] => [
      path,
      value,
      integer(min, max),
    ]),
  ),
  ...[...NO_NUMBERS, 0.49, 60.01, 0, -2].map((value): [string, unknown, string] => [
    'hls.0.durationSeconds',
    value,
    'must be a number from 0.5 to 60',
  ]),
  ...NO_NUMBERS.map((value): [string, unknown, string] => [
    'hls.0.startTimeOffset',
    value,
    'must be a finite number',
  ]),
  ...['h264', 'H264_HIGH', '', 'toString', 5].map((value): [string, unknown, string] => [
    'hls.0.video.codec',
    value,
    'must be one of h264_high, h264_main, h264_baseline',
  ]),
  ...['hls.0', 'hls.0.video', 'hls.0.audio', 'hls.0.archive'].flatMap((path) =>
    NO_OBJECTS.map((value): [string, unknown, string] => [path, value, 'must be an object']),
  ),
  ...[5, 'x', '', true, {}, { length: 99 }, []].map((value): [string, unknown, string] => [
    'hls',
    value,
    'must be a non-empty array of renditions',
  ]),
  ['hls', Array(17).fill(createRequest().hls[0]), 'must have at most 16 renditions'],
  ...['encrypt_key_uri', 'auth_webhook_url', 'event_webhook_url'].flatMap((path) =>
    NO_STRINGS.map((value): [string, unknown, string] => [path, value, 'must be a string']),
  ),
  ...[
    'http://a.test/',
    'ftp://a.test/',
    'a.test',
    'https://',
    'https://u:p@a.test/',
    ' ',
    'javascript:1',
    // The parser of URLs would take these.
    'https:a.test/',
    ' https://a.test/',
    'https://a.test/ ',
  ].map((value): [string, unknown, string] => ['encrypt_key_uri', value, KEY_RULE]),
  ...['auth_webhook_url', 'event_webhook_url'].flatMap((path) =>
    [
      'ftp://a.test/',
      'file:///etc/passwd',
      'a.test',
      '/path',
      'http://',
      'http://u@a.test/',
      ' ',
      'http:a.test/',
      'http:\\\\a.test/',
      '\thttp://a.test/',
    ].map((value): [string, unknown, string] => [path, value, URL_RULE]),
  ),
]

/** `hls.0.video` as the API writes it. */
const asWritten = (path: string) => path.replace(/\.(\d+)/g, '[$1]')

describe.each(TARGETS)('%s refuses', (target) => {
  it.each(refused)('%s = %j', async (path, value, rule) => {
    const { status, body } = await api.call(target, withMember(path, value))
    const member = asWritten(path)
    expect([status, body]).toEqual([400, { error_type: 'InvalidJSON', error_reason: [{ member, rule }] }])
  })

  it.each(['NaN', 'Infinity', '-Infinity', '0x10', '01', '+1', '.5', '1.'])(
    'the number %s',
    async (number) => {
      const text = JSON.stringify(createRequest()).replace('"width":1280', `"width":${number}`)
      expect((await api.send(target, text)).body).toMatchObject({ error_type: 'MalformedJSON' })
    },
  )

  it('a number too large to be one', async () => {
    const text = JSON.stringify(createRequest()).replace('-2', '1e999')
    const { body } = await api.send(target, text)
    expect(body.error_reason).toEqual([{ member: 'hls[0].startTimeOffset', rule: 'must be a finite number' }])
  })

  it.each([
    { video: undefined, audio: undefined },
    { video: null, audio: null },
  ])('a rendition without video and audio', async (rendition) => {
    const { body } = await api.call(target, createRequest(rendition))
    expect(body.error_reason).toEqual([{ member: 'hls[0]', rule: 'must have video, audio or both' }])
  })

  it('every wrong member of every rendition at once', async () => {
    const hls = [...createRequest({ durationSeconds: 0 }).hls, ...createRequest({ audio: { bps: 1 } }).hls]
    const { body } = await api.call(target, { hls, auth_webhook_url: 'x' })
    expect(body.error_reason).toEqual([
      { member: 'hls[0].durationSeconds', rule: 'must be a number from 0.5 to 60' },
      { member: 'hls[1].audio.bps', rule: integer(32_000, 320_000) },
      { member: 'auth_webhook_url', rule: URL_RULE },
    ])
  })

  it.each([
    [undefined, 'is required: must be a string'],
    [null, 'must be a string'],
    [5, 'must be a string'],
    ['', 'must not be empty'],
  ])('an archive destination with the id %j', async (archive_destination_id, rule) => {
    const { body } = await api.call(target, createRequest({ archive: { archive_destination_id } }))
    expect(body).toEqual({
      error_type: 'InvalidJSON',
      error_reason: [{ member: 'hls[0].archive.archive_destination_id', rule }],
    })
  })

  it('archive destinations that the system does not have, by member', async () => {
    const other = api.archive.create(otherSystem, { bucket_uri: 's3://abc', ...S3_MEMBERS })
    const gone = api.archive.create(api.first.system.id, { bucket_uri: 's3://abc', ...S3_MEMBERS })
    const kept = api.archive.create(api.first.system.id, { bucket_uri: 's3://abc', ...S3_MEMBERS })
    api.archive.delete(api.first.system.id, gone)
    const hls = [kept, other, gone, 'abc', '__proto__'].flatMap(
      (id) => createRequest({ archive: { archive_destination_id: id } }).hls,
    )
    const { status, body } = await api.call(target, { hls })
    const rule = 'must be the id of an archive destination of this system'
    expect([status, body]).toEqual([
      400,
      {
        error_type: 'ARCHIVE-DESTINATION-NOT-FOUND',
        error_reason: [1, 2, 3, 4].map((i) => ({ member: `hls[${i}].archive.archive_destination_id`, rule })),
      },
    ])
  })

  it('and makes nothing', () => expect(api.channels.list(api.first.system.id)).toEqual([]))
})

const accepted: [path: string, value: unknown][] = [
  ...INTEGERS.flatMap(([path, min, max]) =>
    [min, min + 1, max - 1, max].map((value): [string, unknown] => [path, value]),
  ),
  ...[0.5, 0.51, 2, 59.99, 60].map((value): [string, unknown] => ['hls.0.durationSeconds', value]),
  ...[-1e9, -2.5, 0, 2, 1e9, 1e300].map((value): [string, unknown] => ['hls.0.startTimeOffset', value]),
  ...['h264_high', 'h264_main', 'h264_baseline'].map((value): [string, unknown] => [
    'hls.0.video.codec',
    value,
  ]),
  ['hls.0.video', undefined],
  ['hls.0.audio', undefined],
  ['hls.0.audio', {}],
  ['hls.0.video.width', 853],
  ['hls.0.video.height', 481],
  ['hls.0.audio.bps', 100_000],
  ['hls', Array(16).fill(createRequest().hls[0])],
  ['encrypt_key_uri', ''],
  ['encrypt_key_uri', 'https://members.test/key?a=b#c'],
  ['encrypt_key_uri', 'HTTPS://[::1]:8443/'],
  ['auth_webhook_url', ''],
  ['auth_webhook_url', 'http://127.0.0.1:3000/auth'],
  ['event_webhook_url', ''],
  ['event_webhook_url', 'https://例え.test/イベント'],
]

const ANSWERS: Readonly<Record<string, (id: string) => object>> = {
  [CREATE]: (id) => ({
    ingest_url: `rtmp://127.0.0.1:1935/${id}`,
    playlist_url: `https://127.0.0.1:8443/${id}/index.m3u8`,
  }),
  [CREATE_HLS]: () => ({ sfu_url: 'wss://127.0.0.1:7443/signaling' }),
}

describe.each(TARGETS)('%s accepts', (target) => {
  it.each(accepted)('%s = %j', async (path, value) => {
    const { status, body } = await api.call(target, withMember(path, value))
    expect(status).toBe(200)
    const id = String(body.channel_id)
    expect(id).toMatch(ID_PATTERN)
    expect(body).toEqual({ channel_id: id, ...ANSWERS[target]?.(id) })
    const { settings, kind } = api.channels.get(api.first.system.id, id)
    expect(kind).toBe(target === CREATE ? 'rtmp' : 'webrtc-hls')
    expect(settings).toMatchObject(asJson(withMember(path, value)))
    expect(api.calls.map((call) => call.unknownMembers)).toEqual([[]])
  })

  it('unknown members, and tells of them', async () => {
    const request = { ...createRequest({ video: undefined, Video: {} }), Environment: 1, constructor: 5 }
    expect((await api.call(target, request)).status).toBe(200)
    expect(api.calls.map((call) => call.unknownMembers)).toEqual([
      ['hls[0].Video', 'Environment', 'constructor'],
    ])
  })

  it('an archive destination of the system', async () => {
    const id = api.archive.create(api.first.system.id, { bucket_uri: 's3://abc', ...S3_MEMBERS })
    const request = createRequest({ archive: { archive_destination_id: id } })
    expect((await api.call(target, request)).status).toBe(200)
  })
})

it('environment is no member of RTMP channels', async () => {
  expect((await api.call(CREATE, { ...createRequest(), environment: 'any' })).status).toBe(200)
  expect(api.calls.map((call) => call.unknownMembers)).toEqual([['environment']])
})
