import { afterAll, beforeAll, expect, it } from 'vitest'
import { LIST_CHANNELS, startTestLiveApi } from '../../../test/support/live-api.ts'
import type { SystemId } from '../../contract/ids.ts'
import type { TestLiveApi } from '../../../test/support/live-api.ts'
import { scheduleRequest, startTestOptionApi } from '../../../test/support/option-api.ts'
import type { TestOptionApi } from '../../../test/support/option-api.ts'

let live: TestLiveApi
let option: TestOptionApi
beforeAll(async () => {
  live = await startTestLiveApi()
  option = await startTestOptionApi()
})
afterAll(() => Promise.all([live.close(), option.close()]))

const refused = {
  ...{ verb: 'token.used', refused: 'NOT_AUTHENTICATED', remoteAddress: '127.0.0.1' },
  actor: { kind: 'anonymous' },
}
const all = async ({ auditReader }: Pick<TestLiveApi, 'auditReader'>, systemId: SystemId) =>
  (await auditReader.list({ systemId, installation: true }, { limit: 200 })).entries

it('a wrong token of the live API is told of nobody, one that was revoked of its system, none not at all', async () => {
  const { identity } = live
  const systemId = live.first.system.id
  const { id, token } = identity.accessTokens.create(systemId, 'old app')
  identity.accessTokens.revoke(systemId, id)
  for (const sent of ['guessed', 'guessed-too', token, null])
    expect((await live.send(LIST_CHANNELS, '{}', { token: sent })).status).toBe(401)
  const entries = await all(live, systemId)
  expect(entries).toHaveLength(2)
  expect(entries).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        ...refused,
        actor: expect.anything() as object,
        via: 'live',
        count: 2,
        objects: [],
      }),
      expect.objectContaining({ via: 'live', count: 1, objects: [{ kind: 'token', id, name: 'old app' }] }),
    ]),
  )
  const own = await live.auditReader.list({ systemId, installation: false }, { limit: 200 })
  expect(own.entries).toMatchObject([{ ...refused, objects: [{ id }] }])
  expect(JSON.stringify(entries)).not.toContain('guessed')
})

it('a wrong token of the option API is told, and delivery of a schedule', async () => {
  const systemId = option.first.system.id
  await option.call('GET', '/api/schedule', { token: 'guessed' })
  await option.call('GET', '/api/schedule', { token: null })
  const made = await option.call('POST', '/api/schedule', { json: scheduleRequest({ name: 'Evening show' }) })
  const { schedule_id: id } = made.body as { schedule_id: string }
  await option.call('GET', '/api/delivery', { query: { schedule_id: id } })
  const entries = await all(option, systemId)
  expect(entries.map(({ verb }) => verb).toSorted()).toEqual([
    ...['delivery.given', 'schedule.created', 'token.used'],
  ])
  const delivery = entries.find(({ verb }) => verb === 'delivery.given')
  expect(delivery).toMatchObject({
    actor: { kind: 'user' },
    refused: null,
    objects: [{ kind: 'schedule', id }],
  })
  expect(entries.find(({ verb }) => verb === 'token.used')).toMatchObject({
    ...refused,
    via: 'option',
    count: 1,
  })
})
