import { Writable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  CREATE,
  CREATE_DESTINATION,
  CREATE_HLS,
  DELETE,
  DELETE_DESTINATION,
  LIST_DESTINATIONS,
  OTHER_ACCESS_TOKEN,
  createRequest,
  startTestLiveApi,
} from '../../../../test/support/live-api.ts'
import type { TestLiveApi } from '../../../../test/support/live-api.ts'
import { ID_PATTERN } from '../../../contract/ids.ts'
import { createLogger } from '../../../platform/logger.ts'
import { secretBox } from '../../../platform/secrets/secret-box.ts'

const SECRET = 'TOP-SECRET'
const S3 = {
  bucket_uri: 's3://recordings/shows/',
  s3_region: 'eu-central-1',
  s3_access_key_id: 'AKIAEXAMPLE',
  s3_secret_access_key: SECRET,
}

let api: TestLiveApi
let log: string
beforeEach(async () => {
  log = ''
  const destination = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      log += chunk.toString()
      done()
    },
  })
  api = await startTestLiveApi({ logger: createLogger('debug', destination) })
})
afterEach(() => api.close())

const create = async (request: object = S3, call = {}) =>
  String((await api.call(CREATE_DESTINATION, request, call)).body.archive_destination_id)
const list = async (call = {}) => (await api.call(LIST_DESTINATIONS, {}, call)).body.destinations
const channelTo = async (archive_destination_id: string, target = CREATE, call = {}) =>
  (await api.call(target, createRequest({ archive: { archive_destination_id } }), call)).body

describe('archive destinations', () => {
  it('are listed by every token of their system, oldest first, with nothing but their address', async () => {
    api.addOtherSystem()
    api.identity.accessTokens.create(api.first.system.id, 'Second', 'api', 'second-token')
    const ids = [await create(), await create({ ...S3, bucket_uri: 's3://other' })]
    for (const id of ids) expect(id).toMatch(ID_PATTERN)
    const listed = ids.map((archive_destination_id, i) => ({
      archive_destination_id,
      bucket_uri: ['s3://recordings/shows/', 's3://other'][i],
    }))
    expect(await list()).toEqual(listed)
    expect(await list({ token: 'second-token' })).toEqual(listed)
    expect(await list({ token: OTHER_ACCESS_TOKEN })).toEqual([])
  })

  it('are for the channels of their system only', async () => {
    api.addOtherSystem()
    const id = await create()
    for (const target of [CREATE, CREATE_HLS]) {
      expect((await channelTo(id, target)).channel_id).toMatch(ID_PATTERN)
      const { error_type } = await channelTo(id, target, { token: OTHER_ACCESS_TOKEN })
      expect(error_type).toBe('ARCHIVE-DESTINATION-NOT-FOUND')
    }
  })

  it('are not deleted while a channel needs them', async () => {
    const archive_destination_id = await create()
    const channels = [
      await channelTo(archive_destination_id),
      await channelTo(archive_destination_id, CREATE_HLS),
    ]
    const { body } = await api.call(DELETE_DESTINATION, { archive_destination_id })
    expect(body).toEqual({
      error_type: 'ARCHIVE-DESTINATION-IN-USE',
      error_reason: '2 channels that are not deleted archive to this destination.',
    })
    for (const { channel_id } of channels) await api.call(DELETE, { channel_id })
    expect((await api.call(DELETE_DESTINATION, { archive_destination_id })).body).toEqual({})
    expect(await list()).toEqual([])
    expect((await channelTo(archive_destination_id)).error_type).toBe('ARCHIVE-DESTINATION-NOT-FOUND')
  })

  it('tell their secrets to nobody: no answer, no error and no log', async () => {
    const texts = await Promise.all(
      [
        S3,
        { ...S3, s3_region: undefined },
        { ...S3, s3_secret_access_key: `${SECRET}\n` },
        { ...S3, s3_end_point: `https://user:${SECRET}@a.test` },
        { ...S3, bucket_uri: `s3://user:${SECRET}@recordings` },
        { bucket_uri: 'gs://recordings', gs_credential_json: `{"private_key":"${SECRET}"}` },
        { bucket_uri: 'gs://recordings', gs_credential_json: SECRET },
        { bucket_uri: 'azblob://recordings', blob_account: 'airdesk', blob_key: SECRET },
        { ...S3, blob_key: SECRET },
      ].map(async (request) => (await api.call(CREATE_DESTINATION, request)).text),
    )
    expect(texts.filter((text) => text.includes('InvalidJSON'))).toHaveLength(8)
    expect(texts.join() + JSON.stringify(await list()) + log).not.toContain(SECRET)
  })

  it('are made once for an Idempotency-Key, which does not keep their secrets either', async () => {
    const call = { headers: { 'idempotency-key': 'k' } }
    const id = await create(S3, call)
    expect(await create(S3, call)).toBe(id)
    const other = await api.call(CREATE_DESTINATION, { ...S3, s3_secret_access_key: 'another' }, call)
    expect(other.body.error_type).toBe('IDEMPOTENCY-KEY-REUSED')
    expect(await list()).toHaveLength(1)
    const rows = api.database.prepare('SELECT * FROM idempotency_keys').all()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(SECRET)
  })

  it('can not be made while the key is away, but for folders', async () => {
    const locked = await startTestLiveApi({ box: secretBox(null) })
    const refused = await locked.call(CREATE_DESTINATION, S3)
    const folder = process.platform === 'win32' ? 'file:///C:/archive' : 'file:///srv/archive'
    const taken = await locked.call(CREATE_DESTINATION, { bucket_uri: folder })
    const { destinations } = (await locked.call(LIST_DESTINATIONS, {})).body
    await locked.close()
    expect([refused.status, refused.body.error_type]).toEqual([400, 'ARCHIVE-SECRETS-LOCKED'])
    expect(taken.status).toBe(200)
    expect(destinations).toEqual([expect.objectContaining({ bucket_uri: folder })])
  })
})
