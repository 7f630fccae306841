/** Conformance of the live API, against the real service. Media has files of its own. */
import { afterAll, beforeAll, expect } from 'vitest'
import { ID_PATTERN } from '../../service/contract/ids.ts'
import { OPERATIONS } from '../../service/control/api/live/operations/index.ts'
import { RENDITION_360 } from '../support/live-client.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { holds } from './holds.ts'
import { callLive } from './live-call.ts'
import type { LiveCallOptions } from './live-call.ts'

const CREATE_RTMP = 'Service_20250901.CreateRTMPChannel'
const CREATE_HLS = 'Service_20200316.CreateMultistreamChannelWithHLS'
const CREATE_WEBRTC = 'Service_20200316.CreateMultistreamChannel'
const DELETE = 'Service_20180501.DeleteChannel'
const LIST = 'Service_20200729.ListChannelIDs'
const PLAYLISTS = 'Service_20200207.ListPlaylistURLs'
const CREATE_DESTINATION = 'Service_20190205.CreateArchiveDestination'
const DELETE_DESTINATION = 'Service_20190205.DeleteArchiveDestination'
const LIST_DESTINATIONS = 'Service_20190205.ListArchiveDestinations'

const S3 = {
  bucket_uri: 's3://recordings/shows/',
  s3_region: 'eu-central-1',
  s3_access_key_id: 'AKIAEXAMPLE',
  s3_secret_access_key: 'not a real secret, but a secret',
}
const GS = {
  bucket_uri: 'gs://recordings',
  gs_credential_json: JSON.stringify({
    type: 'service_account',
    client_email: 'archiver@example.iam.gserviceaccount.com',
    private_key: '-----BEGIN PRIVATE KEY-----\nMIIexample\n-----END PRIVATE KEY-----\n',
    token_uri: 'https://oauth2.googleapis.com/token',
  }),
}
const AZBLOB = {
  bucket_uri: 'azblob://recordings/2026',
  blob_account: 'airdesk',
  blob_key: 'c2VjcmV0LWtleQ==',
}

let service: RunningService
beforeAll(async () => {
  service = await startService({ args: ['--recordings-dir', '/srv'] })
})
afterAll(async () => {
  await service.stop()
})

const call = (target: string, body?: unknown, options?: LiveCallOptions) =>
  callLive(service.ready, target, body, options)
const rtmp = async (more: object = {}) => (await call(CREATE_RTMP, { hls: [RENDITION_360], ...more })).body
const video = (fields: object) => ({
  hls: [{ ...RENDITION_360, video: { ...RENDITION_360.video, ...fields } }],
})

let keyCount = 0
/** Whether two bodies ask for the same, defaults filled in: under one key only that is answered again. */
async function areOneRequest(target: string, one: object, other: object): Promise<boolean> {
  const headers = { 'idempotency-key': `one request ${keyCount++}` }
  const first = await call(target, one, { headers })
  expect(first.status).toBe(200)
  const second = await call(target, other, { headers })
  if (second.status !== 200) expect(second.error).toBe('IDEMPOTENCY-KEY-REUSED')
  return second.status === 200
}

/** The values at and beside each end of a range: taken or refused, and refused by the member's name. */
async function expectRange(
  member: string,
  body: (value: number) => object,
  [low, high]: [number, number],
  step = 1,
) {
  for (const value of [low, high]) expect((await call(CREATE_RTMP, body(value))).status, `${value}`).toBe(200)
  for (const value of [low - step, high + step]) {
    const { error, body: answer } = await call(CREATE_RTMP, body(value))
    expect(error, `${value}`).toBe('InvalidJSON')
    expect(answer['error_reason']).toEqual([expect.objectContaining({ member })])
  }
}

holds('live.one-path', async () => {
  const elsewhere = await fetch(`${service.ready.live_base_url}/channels`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.ready.access_token}`, 'x-sfu-target': LIST },
  })
  expect(elsewhere.status).toBe(404)
  const { body } = await call(LIST)
  expect(body).toEqual({ channel_ids: expect.any(Array) as unknown })
})

holds('live.headers', async () => {
  const { live_base_url, access_token } = service.ready
  const usual = {
    'content-type': 'application/json',
    'x-sfu-target': LIST,
    authorization: `Bearer ${access_token}`,
  }
  const send = async (headers: Record<string, string>, body: string | null = '{}', method = 'POST') => {
    const response = await fetch(`${live_base_url}/`, { method, headers, body })
    const answer = (await response.json()) as { error_type?: string }
    const type = response.headers.get('content-type')?.split(';')[0]
    return [response.status, type, answer.error_type]
  }
  const { 'x-sfu-target': _, ...untargeted } = usual
  const { authorization: __, ...anonymous } = usual
  const json = 'application/json'
  expect(await send(usual)).toEqual([200, json, undefined])
  expect(await send(untargeted)).toEqual([400, json, 'MissingHeaderName'])
  expect(await send(anonymous)).toEqual([401, json, 'Unauthorized'])
  expect(await send(usual, null, 'GET')).toEqual([400, json, 'UnexpectedMethod'])
  expect(await send(usual, '{}', 'PUT')).toEqual([400, json, 'UnexpectedMethod'])
  for (const body of ['', 'hls', '[]', 'null', '"{}"', '{}{}']) {
    expect(await send(usual, body), body).toEqual([400, json, 'MalformedJSON'])
  }
  // What the body is said to be is not looked at; that it is JSON is.
  expect(await send({ ...usual, 'content-type': 'text/plain' })).toEqual([200, json, undefined])
  expect(await send({ ...usual, 'content-type': 'text/plain' }, 'hls')).toEqual([400, json, 'MalformedJSON'])
})

holds('auth.live-bearer', async () => {
  expect((await call(LIST, {}, { token: null })).error).toBe('Unauthorized')
  expect((await call(LIST, {}, { token: 'wrong' })).error).toBe('Unauthorized')
  const basic = await call(LIST, {}, { token: null, headers: { authorization: 'Basic YTpi' } })
  expect(basic.error).toBe('Unauthorized')
})

holds('version.names', () => {
  for (const { target } of OPERATIONS) expect(target).toMatch(/^(Service|Sfu)_20\d{6}\.[A-Za-z]+$/)
})

holds('version.side-by-side', async () => {
  const versions = new Set(OPERATIONS.map(({ target }) => target.slice(0, target.indexOf('.'))))
  for (const named of ['20180501', '20190205', '20200207', '20200316', '20200729', '20250901']) {
    expect(versions).toContain(`Service_${named}`)
  }
  expect((await call('Service_20190101.ListChannelIDs')).error).toBe('SchemaNotFound')
})

holds('live.create-rtmp', async () => {
  const body = await rtmp({
    encrypt_key_uri: 'https://members.example/key',
    auth_webhook_url: '',
    event_webhook_url: '',
  })
  expect(Object.keys(body).sort()).toEqual(['channel_id', 'ingest_url', 'playlist_url'])
})

holds('live.create-rtmp-no-environment', async () => {
  expect((await call(CREATE_RTMP, { hls: [RENDITION_360], environment: 'anything' })).status).toBe(200)
})

holds('live.create-multistream', async () => {
  const { body } = await call(CREATE_WEBRTC, { auth_webhook_url: '', event_webhook_url: '', environment: 0 })
  expect(Object.keys(body).sort()).toEqual(['channel_id', 'sfu_url'])
})

holds('live.create-multistream-hls', async () => {
  const all = { encrypt_key_uri: '', auth_webhook_url: '', event_webhook_url: '', environment: 1 }
  const { body } = await call(CREATE_HLS, { hls: [RENDITION_360], ...all })
  expect(Object.keys(body).sort()).toEqual(['channel_id', 'sfu_url'])
})

holds('live.environment', async () => {
  for (const environment of [0, 1, undefined]) {
    expect((await call(CREATE_WEBRTC, { environment })).status).toBe(200)
  }
  for (const environment of [2, -1, '0', true]) {
    expect((await call(CREATE_WEBRTC, { environment })).error).toBe('InvalidJSON')
  }
  for (const [target, more] of [
    [CREATE_WEBRTC, {}] as const,
    [CREATE_HLS, { hls: [RENDITION_360] }] as const,
  ]) {
    expect(await areOneRequest(target, more, { ...more, environment: 0 })).toBe(true)
    expect(await areOneRequest(target, more, { ...more, environment: 1 })).toBe(false)
  }
})

holds('limits.environments', async () => {
  const ids = async () => (await call(LIST)).body['channel_ids'] as unknown[]
  const before = await ids()
  const made: unknown[] = []
  for (const [target, hls] of [
    [CREATE_WEBRTC, undefined],
    [CREATE_HLS, [RENDITION_360]],
  ] as const) {
    for (const environment of [0, 1]) made.push((await call(target, { hls, environment })).body['channel_id'])
  }
  expect(await ids()).toEqual([...before, ...made])
  for (const channel_id of made) await call(DELETE, { channel_id })
  expect(await ids()).toEqual(before)
})

holds('channel.id', async () => {
  const ids = [(await rtmp())['channel_id'], (await call(CREATE_WEBRTC)).body['channel_id']]
  for (const id of ids) expect(id).toMatch(ID_PATTERN)
  expect(new Set(ids).size).toBe(2)
})

holds('channel.sfu-url', async () => {
  for (const { body } of [await call(CREATE_WEBRTC), await call(CREATE_HLS, { hls: [RENDITION_360] })]) {
    expect(body['sfu_url']).toMatch(/^wss:\/\//)
  }
})

holds('channel.ingest-url', async () => {
  const { channel_id: id, ingest_url: url } = await rtmp()
  expect(url).toMatch(new RegExp(`^rtmp://.+/${String(id)}$`))
})

holds('live.list-channels', async () => {
  const first = (await rtmp())['channel_id']
  const second = (await call(CREATE_WEBRTC)).body['channel_id']
  const ids = (await call(LIST, {})).body['channel_ids'] as string[]
  expect(ids.slice(-2)).toEqual([first, second])
})

holds('live.delete-channel', async () => {
  for (const create of [CREATE_RTMP, CREATE_HLS]) {
    const { channel_id } = (await call(create, { hls: [RENDITION_360] })).body
    expect((await call(DELETE, { channel_id })).body).toEqual({})
    expect((await call(DELETE, { channel_id })).error).toBe('CHANNEL-NOT-FOUND')
    expect((await call(LIST)).body['channel_ids']).not.toContain(channel_id)
  }
})

holds('live.encrypt-https', async () => {
  for (const uri of ['http://members.example/key', 'ftp://members.example/key', 'members.example']) {
    const { error, body } = await call(CREATE_RTMP, { hls: [RENDITION_360], encrypt_key_uri: uri })
    expect(error).toBe('InvalidJSON')
    expect(body['error_reason']).toEqual([expect.objectContaining({ member: 'encrypt_key_uri' })])
  }
  await rtmp({ encrypt_key_uri: 'https://members.example/key' })
})

holds('rendition.video-width', () =>
  expectRange('hls[0].video.width', (width) => video({ width }), [160, 4096]),
)
holds('rendition.video-height', () =>
  expectRange('hls[0].video.height', (height) => video({ height }), [160, 4096]),
)
holds('rendition.video-fps', () => expectRange('hls[0].video.fps', (fps) => video({ fps }), [3, 60]))
holds('rendition.video-bps', () =>
  expectRange('hls[0].video.bps', (bps) => video({ bps }), [15_000, 15_000_000]),
)
holds('rendition.audio-bps', async () => {
  await expectRange(
    'hls[0].audio.bps',
    (bps) => ({ hls: [{ ...RENDITION_360, audio: { bps } }] }),
    [32_000, 320_000],
  )
  const sound = (audio: object) => ({ hls: [{ ...RENDITION_360, audio }] })
  expect(await areOneRequest(CREATE_RTMP, sound({}), sound({ bps: 96_000 }))).toBe(true)
  expect(await areOneRequest(CREATE_RTMP, sound({}), sound({ bps: 95_999 }))).toBe(false)
})
holds('decided.audio-bounds', async () => {
  const { body } = await call(CREATE_RTMP, { hls: [{ ...RENDITION_360, audio: { bps: 31_999 } }] })
  expect(body['error_reason']).toEqual([
    { member: 'hls[0].audio.bps', rule: 'must be an integer from 32000 to 320000' },
  ])
  expect((await call(CREATE_RTMP, { hls: [{ ...RENDITION_360, audio: { bps: 100_000 } }] })).status).toBe(200)
})
holds('decided.duration-bounds', () =>
  expectRange(
    'hls[0].durationSeconds',
    (durationSeconds) => ({ hls: [{ ...RENDITION_360, durationSeconds }] }),
    [0.5, 60],
    0.01,
  ),
)

holds('rendition.video-codec', async () => {
  for (const codec of ['h264_high', 'h264_main', 'h264_baseline', undefined, null]) {
    expect((await call(CREATE_RTMP, video({ codec }))).status).toBe(200)
  }
  for (const codec of ['h265', 'H264_HIGH', '']) {
    expect((await call(CREATE_RTMP, video({ codec }))).error).toBe('InvalidJSON')
  }
  for (const codec of ['h264_high', 'h264_main', 'h264_baseline']) {
    const isDefault = codec === 'h264_high'
    expect(await areOneRequest(CREATE_RTMP, video({ codec: undefined }), video({ codec }))).toBe(isDefault)
  }
})

holds('decided.rendition-required', async () => {
  const { durationSeconds, startTimeOffset, video: picture, audio } = RENDITION_360
  const good = [
    { durationSeconds, startTimeOffset, video: picture },
    { durationSeconds, startTimeOffset, audio },
  ]
  for (const rendition of good) expect((await call(CREATE_HLS, { hls: [rendition] })).status).toBe(200)
  const wrong = {
    hls: [{}, { hls: [] }],
    'hls[0].durationSeconds': [{ hls: [{ startTimeOffset, audio }] }],
    'hls[0].startTimeOffset': [{ hls: [{ durationSeconds, audio }] }],
    'hls[0]': [{ hls: [{ durationSeconds, startTimeOffset }] }],
    'hls[0].video.fps': [{ hls: [{ ...RENDITION_360, video: { ...picture, fps: undefined } }] }],
  }
  for (const [member, bodies] of Object.entries(wrong)) {
    for (const body of bodies) {
      const answer = await call(CREATE_RTMP, body)
      expect(answer.body['error_reason'], member).toEqual([expect.objectContaining({ member })])
    }
  }
})

holds('rendition.archive-destination', async () => {
  const { archive_destination_id } = (await call(CREATE_DESTINATION, S3)).body
  const archived = (id: unknown) => ({ hls: [{ ...RENDITION_360, archive: { archive_destination_id: id } }] })
  const { status, body } = await call(CREATE_RTMP, archived(archive_destination_id))
  expect(status).toBe(200)
  const unknown = await call(CREATE_RTMP, archived('00000000000000000000000000'))
  expect(unknown.error).toBe('ARCHIVE-DESTINATION-NOT-FOUND')
  expect(unknown.body['error_reason']).toEqual([
    expect.objectContaining({ member: 'hls[0].archive.archive_destination_id' }),
  ])
  const used = await call(DELETE_DESTINATION, { archive_destination_id })
  expect(used.error).toBe('ARCHIVE-DESTINATION-IN-USE')
  await call(DELETE, { channel_id: body['channel_id'] })
  expect((await call(DELETE_DESTINATION, { archive_destination_id })).body).toEqual({})
})

holds('live.create-destination', async () => {
  expect((await call(CREATE_DESTINATION, S3)).status).toBe(200)
  const { error, body } = await call(CREATE_DESTINATION, { ...S3, bucket_uri: undefined })
  expect(error).toBe('InvalidJSON')
  expect(body['error_reason']).toEqual([expect.objectContaining({ member: 'bucket_uri' })])
})
holds('archive.id', async () => {
  const ids = [await call(CREATE_DESTINATION, S3), await call(CREATE_DESTINATION, GS)].map(
    ({ body }) => body['archive_destination_id'],
  )
  for (const id of ids) expect(id).toEqual(expect.stringMatching(/^.+$/))
  expect(new Set(ids).size).toBe(2)
})
holds('archive.bucket-uri', async () => {
  for (const destination of [S3, GS, AZBLOB]) {
    expect((await call(CREATE_DESTINATION, destination)).status, destination.bucket_uri).toBe(200)
  }
  for (const bucket_uri of ['', 'recordings', 'https://recordings', 's3://', 'ftp://recordings/']) {
    const { error, body } = await call(CREATE_DESTINATION, { ...S3, bucket_uri })
    expect(error, bucket_uri).toBe('InvalidJSON')
    expect(body['error_reason']).toEqual([expect.objectContaining({ member: 'bucket_uri' })])
  }
})
holds('archive.empty-path', async () => {
  for (const bucket_uri of ['s3://recordings', 's3://recordings/']) {
    expect((await call(CREATE_DESTINATION, { ...S3, bucket_uri })).status).toBe(200)
  }
  expect((await call(CREATE_DESTINATION, { ...AZBLOB, bucket_uri: 'azblob://recordings' })).status).toBe(200)
})

/** Each of the members is missed by its name. */
async function expectNeeded(destination: Record<string, string>, members: readonly string[]) {
  for (const member of members) {
    const { error, body } = await call(CREATE_DESTINATION, { ...destination, [member]: undefined })
    expect(error, member).toBe('InvalidJSON')
    expect(body['error_reason']).toEqual([expect.objectContaining({ member })])
  }
}
holds('archive.s3-members', () => expectNeeded(S3, ['s3_region', 's3_access_key_id', 's3_secret_access_key']))
holds('archive.s3-end-point', async () => {
  const s3_end_point = 'http://127.0.0.1:9000'
  expect((await call(CREATE_DESTINATION, { ...S3, s3_end_point })).status).toBe(200)
})
holds('archive.gs-member', async () => {
  await expectNeeded(GS, ['gs_credential_json'])
  const object = { ...GS, gs_credential_json: JSON.parse(GS.gs_credential_json) as unknown }
  expect((await call(CREATE_DESTINATION, object)).error).toBe('InvalidJSON')
})
holds('archive.azblob-members', () => expectNeeded(AZBLOB, ['blob_account', 'blob_key']))
holds('decided.file-scheme', async () => {
  expect((await call(CREATE_DESTINATION, { bucket_uri: 'file:///srv/recordings' })).status).toBe(200)
})

holds('live.list-destinations', async () => {
  const { archive_destination_id } = (await call(CREATE_DESTINATION, AZBLOB)).body
  const { destinations } = (await call(LIST_DESTINATIONS, {})).body
  expect(destinations).toContainEqual({ archive_destination_id, bucket_uri: AZBLOB.bucket_uri })
})
holds('live.delete-destination', async () => {
  const { archive_destination_id } = (await call(CREATE_DESTINATION, AZBLOB)).body
  expect((await call(DELETE_DESTINATION, { archive_destination_id })).status).toBe(200)
  const { destinations } = (await call(LIST_DESTINATIONS, {})).body
  expect(JSON.stringify(destinations)).not.toContain(archive_destination_id)
  expect((await call(DELETE_DESTINATION, { archive_destination_id })).error).toBe(
    'ARCHIVE-DESTINATION-NOT-FOUND',
  )
})
holds('decided.archive-secrets', async () => {
  await call(CREATE_DESTINATION, S3)
  const { body } = await call(LIST_DESTINATIONS, {})
  expect(JSON.stringify(body)).not.toContain(S3.s3_secret_access_key)
  expect(service.output()).not.toContain(S3.s3_secret_access_key)
})

holds('live.forwarded-registered', () => {
  const forwarded = OPERATIONS.map(({ target }) => target).filter((target) => target.startsWith('Sfu_'))
  expect(forwarded.sort()).toEqual([...FORWARDED].sort())
})
const FORWARDED = [
  'Sfu_20151104.DisconnectChannel',
  'Sfu_20151104.DisconnectClient',
  'Sfu_20151104.DisconnectConnection',
  'Sfu_20201120.DisconnectChannelByRole',
  'Sfu_20201013.ListChannelConnections',
  'Sfu_20201005.RequestRtpStream',
  'Sfu_20201005.ResetRtpStream',
  'Sfu_20200807.FocusSpotlightFixed',
  'Sfu_20200807.FocusSpotlight',
  'Sfu_20200807.UnfocusSpotlight',
  'Sfu_20200807.ChangeSpotlightNumber',
  'Sfu_20160711.PushChannel',
  'Sfu_20160711.PushClient',
  'Sfu_20160711.PushConnection',
  'Sfu_20201120.PushChannelByRole',
  'Sfu_20170529.GetStatsClient',
  'Sfu_20170529.GetStatsConnection',
  'Sfu_20190327.ChangeUpstreamVideoBitRate',
  'Sfu_20201124.ListSignalingNotifyMetadata',
  'Sfu_20201124.GetSignalingNotifyMetadata',
  'Sfu_20201124.PutSignalingNotifyMetadata',
  'Sfu_20201124.DeleteSignalingNotifyMetadata',
  'Sfu_20201124.PutSignalingNotifyMetadataItem',
  'Sfu_20201124.DeleteSignalingNotifyMetadataItem',
  'Sfu_20200401.PauseRtpStream',
  'Sfu_20200401.ResumeRtpStream',
  'Sfu_20200401.ListPauseRtpStreams',
]

holds('live.forwarded-webrtc-only', async () => {
  const { channel_id } = await rtmp()
  expect((await call('Sfu_20151104.DisconnectChannel', { channel_id })).error).toBe('NOT-A-WEBRTC-CHANNEL')
  const webrtc = (await call(CREATE_WEBRTC)).body['channel_id']
  expect((await call('Sfu_20151104.DisconnectChannel', { channel_id: webrtc })).status).toBe(200)
})

holds('decided.empty-responses', async () => {
  const { channel_id } = await rtmp()
  expect((await call(DELETE, { channel_id })).body).toEqual({})
})

holds('decided.live-errors', async () => {
  expect(await call(DELETE, { channel_id: 'unknown' })).toMatchObject({
    status: 400,
    body: { error_type: 'CHANNEL-NOT-FOUND', error_reason: expect.any(String) as unknown },
  })
  expect((await call(LIST, {}, { token: 'wrong' })).status).toBe(401)
  const large = await call(CREATE_WEBRTC, { more: 'x'.repeat(1024 * 1024) })
  expect(large).toMatchObject({ status: 413, error: 'PayloadTooLarge' })
})

holds('decided.ids', async () => {
  const hls = [RENDITION_360]
  const channels = [
    await call(CREATE_RTMP, { hls }),
    await call(CREATE_HLS, { hls }),
    await call(CREATE_WEBRTC),
  ]
  const { archive_destination_id } = (await call(CREATE_DESTINATION, S3)).body
  expect(archive_destination_id).toEqual(expect.stringMatching(/./))
  for (const { body } of channels) {
    const channel_id = String(body['channel_id'])
    expect(channel_id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
    // Nothing is read out of an id, not even that case does not matter in base32.
    const other = await call(PLAYLISTS, { channel_id: channel_id.toLowerCase() })
    expect(other.error).toBe('CHANNEL-NOT-FOUND')
    expect((await call(PLAYLISTS, { channel_id })).status).toBe(200)
  }
})

holds('decided.idempotency', async () => {
  const creating = {
    [CREATE_RTMP]: { hls: [RENDITION_360] },
    [CREATE_HLS]: { hls: [RENDITION_360] },
    [CREATE_WEBRTC]: {},
    [CREATE_DESTINATION]: GS,
  }
  expect(
    OPERATIONS.filter(({ creates }) => creates)
      .map(({ target }) => target)
      .sort(),
  ).toEqual(Object.keys(creating).sort())
  const count = async () =>
    ((await call(LIST)).body['channel_ids'] as unknown[]).length +
    ((await call(LIST_DESTINATIONS)).body['destinations'] as unknown[]).length
  for (const [target, body] of Object.entries(creating)) {
    const headers = { 'idempotency-key': `conformance ${target}` }
    const before = await count()
    const first = await call(target, body, { headers })
    expect((await call(target, body, { headers })).body).toEqual(first.body)
    expect(await count()).toBe(before + 1)
    const changed =
      target === CREATE_DESTINATION ? S3 : { ...body, event_webhook_url: 'https://hooks.example/' }
    expect((await call(target, changed, { headers })).error).toBe('IDEMPOTENCY-KEY-REUSED')
    const other = await call(target, body, { headers: { 'idempotency-key': `another ${target}` } })
    expect(other.body).not.toEqual(first.body)
    expect(await count()).toBe(before + 2)
  }
})
