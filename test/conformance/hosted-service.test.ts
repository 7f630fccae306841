/** Where the service is as the hosted one is, though no specification says so: what its clients rely on. */
import { afterAll, beforeAll, expect } from 'vitest'
import { RENDITION_360 } from '../support/live-client.ts'
import { callOption, login, loginMaster } from '../support/option-client.ts'
import type { OptionCall } from '../support/option-client.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { holds } from './holds.ts'
import { callLive } from './live-call.ts'

const CREATE_DESTINATION = 'Service_20190205.CreateArchiveDestination'
const EMPTY = {
  ...{ s3_end_point: '', s3_region: '', s3_access_key_id: '', s3_secret_access_key: '' },
  ...{ gs_credential_json: '', blob_account: '', blob_key: '' },
}
const FILE = { ...EMPTY, bucket_uri: 'file:///srv/recordings' }
const S3 = {
  ...EMPTY,
  bucket_uri: 's3://recordings/shows/',
  s3_region: 'eu-central-1',
  s3_access_key_id: 'AKIAEXAMPLE',
  s3_secret_access_key: 'not a real secret, but a secret',
}

let service: RunningService
let master: string
beforeAll(async () => {
  service = await startService({ args: ['--recordings-dir', '/srv'] })
  master = await loginMaster(service.ready)
})
afterAll(async () => {
  await service.stop()
})

const call = (target: string, body: unknown) => callLive(service.ready, target, body)
const option = (method: 'GET' | 'PATCH' | 'POST', path: string, options: OptionCall) =>
  callOption(service.ready.option_base_url, method, path, { token: master, ...options })

holds('decided.null', async () => {
  const urls = { encrypt_key_uri: null, auth_webhook_url: null, event_webhook_url: null }
  const video = { ...RENDITION_360.video, codec: null }
  const hls = [{ ...RENDITION_360, video, audio: { bps: null }, archive: null }]
  for (const target of [
    'Service_20250901.CreateRTMPChannel',
    'Service_20200316.CreateMultistreamChannelWithHLS',
    'Service_20200316.CreateMultistreamChannel',
  ]) {
    expect((await call(target, { hls, ...urls, environment: null })).status, target).toBe(200)
  }
  const needed = await call('Service_20250901.CreateRTMPChannel', { hls: null })
  expect(needed.body['error_reason']).toMatchObject([{ member: 'hls' }])

  const nothing = { name: null, password: null, delivery: null, view: null, schedule: null, user: null }
  const changed = await option('PATCH', '/api/user', { json: { user_id: 1, ...nothing } })
  expect(changed.status).toBe(200)
  const refused = await option('PATCH', '/api/user', { json: { user_id: null, ...nothing } })
  expect(refused.body).toMatchObject({ error: { details: [{ member: 'user_id' }] } })
})

holds('decided.destination-empty', async () => {
  for (const one of [FILE, S3]) expect((await call(CREATE_DESTINATION, one)).status).toBe(200)
  const { body } = await call(CREATE_DESTINATION, { ...S3, s3_region: '' })
  expect(body['error_reason']).toEqual([{ member: 's3_region', rule: 'is required for s3://' }])
})

holds('decided.destination-host', async () => {
  for (const s3_end_point of ['store.example', 'store.example:9000', 'https://store.example']) {
    expect((await call(CREATE_DESTINATION, { ...S3, s3_end_point })).status, s3_end_point).toBe(200)
  }
  for (const s3_end_point of ['ftp://store.example', 'user:password@store.example', 'store example']) {
    const { body } = await call(CREATE_DESTINATION, { ...S3, s3_end_point })
    expect(body['error_reason'], s3_end_point).toMatchObject([{ member: 's3_end_point' }])
  }
})

const USER = { name: 'Ann', password: 'secret1', delivery: false, view: false, schedule: false, user: true }

holds('decided.email-form', async () => {
  const create = (email: string) => option('POST', '/api/user', { json: { ...USER, email } })
  for (const email of ['.a@example.com', 'a..b@example.com', 'a@-example.com', 'a@example.-com']) {
    const { body } = await create(email)
    expect(body, email).toMatchObject({ error: { details: [{ member: 'email' }] } })
  }
  expect((await create('a.b-c@example-1.com')).status).toBe(200)
})

holds('decided.refused-grant', async () => {
  const user = { ...USER, email: 'manager@example.com' }
  const made = await option('POST', '/api/user', { json: user })
  const { user_id } = made.body as { user_id: number }
  const token = await login(service.ready.option_base_url, { ...service.ready, ...user })
  const json = { user_id, view: true, user: true }
  const { status, body } = await option('PATCH', '/api/user', { token, json })
  const message = expect.stringMatching(/lack, .*: view\.$/) as unknown
  expect([status, body]).toMatchObject([403, { error: { code: 'FORBIDDEN', message } }])
})

/** A schedule of its own hour, with its channel. */
let hour = 0
async function newSchedule() {
  const at = (minute: string) => `2100/01/01 ${String(hour).padStart(2, '0')}:${minute}:00`
  const period = { start_datetime: at('00'), end_datetime: at('30') }
  hour++
  const made = await option('POST', '/api/schedule', {
    json: { ...period, name: 'Show', service_params: [RENDITION_360] },
  })
  const { schedule_id } = made.body as { schedule_id: string }
  return { schedule_id, channel_id: await deliveryChannel(schedule_id) }
}

async function deliveryChannel(schedule_id: string): Promise<string> {
  const { body } = await option('GET', '/api/delivery', { query: { schedule_id } })
  return (body as { channel_id: string }).channel_id
}

holds('decided.schedule-channel-anew', async () => {
  const { schedule_id, channel_id } = await newSchedule()
  expect((await call('Service_20180501.DeleteChannel', { channel_id })).status).toBe(200)
  const view = await option('GET', '/api/view', { query: { schedule_id } })
  expect(view.body).toMatchObject({ error: { code: 'NOT_ON_AIR' } })
  const anew = await deliveryChannel(schedule_id)
  expect(anew).not.toBe(channel_id)
  const { body } = await call('Service_20200729.ListChannelIDs', {})
  expect(body['channel_ids']).toContain(anew)
  expect(await deliveryChannel(schedule_id)).toBe(anew)
})

holds('decided.schedule-channel-owner', async () => {
  const { channel_id } = await newSchedule()
  const { status, body } = await call('Sfu_20201013.ListChannelConnections', { channel_id })
  expect([status, body]).toEqual([200, []])
  expect((await call('Sfu_20151104.DisconnectChannel', { channel_id })).status).toBe(200)
})
