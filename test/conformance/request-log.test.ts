/** Conformance of the request log: what it tells of a call, and what it never tells. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RequestDetail } from '../../service/contract/console/requests.ts'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import { signIn } from '../support/console-client.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { callOption, loginMaster } from '../support/option-client.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'
import { holds } from './holds.ts'
import { callLive } from './live-call.ts'

let service: RunningService
let viewer: ConsoleClient
beforeAll(async () => {
  service = await startService()
  viewer = await signIn(service.ready, service.ready)
})
afterAll(async () => {
  await service.stop()
})

/** The newest call of an operation, with its bodies. */
async function newest(operation: string): Promise<RequestDetail> {
  const id = await waitFor(async () => {
    const { requests } = await viewer.done(CONSOLE_API.requests.list)
    return requests.find((one) => one.operation === operation)?.id ?? null
  }, `${operation} in the request log`)
  return viewer.done(CONSOLE_API.requests.find, { params: { id } })
}

holds('decided.unknown-members', async () => {
  const token = await loginMaster(service.ready)
  const query = { limitt: '3' }
  expect(
    (await callOption(service.ready.option_base_url, 'GET', '/api/schedule', { token, query })).status,
  ).toBe(200)
  expect((await newest('GET /api/schedule')).unknownMembers).toEqual(['limitt'])
  await callLive(service.ready, 'Service_20200729.ListChannelIDs', { all: true })
  expect((await newest('Service_20200729.ListChannelIDs')).unknownMembers).toEqual(['all'])
})

test('no secret of either API is in the log', async () => {
  const { ready } = service
  const token = await loginMaster(ready)
  await callLive(ready, 'Service_20190205.CreateArchiveDestination', {
    bucket_uri: 's3://recordings',
    s3_region: 'eu-central-1',
    s3_access_key_id: 'AKIAEXAMPLE',
    s3_secret_access_key: 'not a real secret, but a secret',
  })
  const calls = [await newest('POST /api/login'), await newest('Service_20190205.CreateArchiveDestination')]
  const text = JSON.stringify(calls)
  const secrets = [ready.password, ready.access_code, ready.access_token, token, 'not a real secret']
  for (const secret of secrets) expect(text).not.toContain(secret)
  expect(text).toContain(ready.email)
  expect(text).toContain('AKIAEXAMPLE')
})
