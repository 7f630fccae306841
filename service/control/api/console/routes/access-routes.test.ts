import { afterEach, beforeEach, expect, test } from 'vitest'
import { inEnglish } from '../../../../../test/support/in-english.ts'
import { startAdministrationConsole } from '../../../../../test/support/administration-console.ts'
import type { AdministrationConsole } from '../../../../../test/support/administration-console.ts'
import {
  accessTokenListResponse,
  createAccessTokenResponse,
} from '../../../../contract/console/access-tokens.ts'
import type { AccessTokenId } from '../../../../contract/ids.ts'
import type { User } from '../../../identity/user.ts'

let consoles: AdministrationConsole

beforeEach(async () => {
  consoles = await startAdministrationConsole()
})
afterEach(() => consoles.close())

const as = (user: User) => ({
  list: async () => {
    const { text } = await consoles.call({ method: 'GET', path: 'access-tokens', user })
    return accessTokenListResponse.parse(JSON.parse(text)).accessTokens
  },
  create: async (name: unknown) => {
    const answer = await consoles.call({ method: 'POST', path: 'access-tokens', body: { name }, user })
    return createAccessTokenResponse.parse(JSON.parse(answer.text))
  },
  revoke: (id: string) => consoles.call({ method: 'DELETE', path: `access-tokens/${id}`, user }),
})

test('a token is shown once, then known by its name and first characters only', async () => {
  const { first, clock, identity } = consoles
  clock.advance(5000)
  const master = as(first.master)
  const { id, token } = await master.create('Encoder in studio 2')
  expect(identity.accessTokens.authenticate(token)?.systemId).toBe(first.system.id)
  const { text } = await consoles.call({ method: 'GET', path: 'access-tokens', user: first.master })
  expect(text).not.toContain(token)
  expect(text).not.toMatch(/[0-9a-f]{64}/)
  const list = await master.list()
  expect(list.map(({ name }) => name)).toEqual(['Default', 'Encoder in studio 2'])
  expect(list[1]).toEqual({
    id,
    name: 'Encoder in studio 2',
    prefix: token.slice(0, 6),
    createdAt: clock.now(),
    lastUsedAt: null,
    revokedAt: null,
    channels: 0,
  })
})

test('last use and channels are told; deleted channels do not count', async () => {
  const { first, clock, identity } = consoles
  const { id, token } = await as(first.master).create('a')
  identity.accessTokens.authenticate(token)
  const usedAt = clock.now()
  clock.advance(1000)
  consoles.addChannel(first.system.id, id as AccessTokenId)
  consoles.deleteChannel(consoles.addChannel(first.system.id, id as AccessTokenId))
  consoles.addChannel(first.system.id, first.consoleTokenId)
  const [, found] = await as(first.master).list()
  expect(found).toMatchObject({ id, lastUsedAt: usedAt, channels: 1 })
})

test('a revoked token is good for nothing at once; its channels stay', async () => {
  const { first, clock, identity } = consoles
  const master = as(first.master)
  const { id, token } = await master.create('a')
  consoles.addChannel(first.system.id, id as AccessTokenId)
  const revokedAt = clock.now()
  for (const at of [0, 1000]) {
    clock.advance(at)
    const answer = await master.revoke(id)
    expect([answer.status, answer.text]).toEqual([200, '{}'])
    expect(identity.accessTokens.authenticate(token)).toBeNull()
  }
  expect((await master.list())[1]).toMatchObject({ id, revokedAt, channels: 1 })
})

test('tokens of another system, of the console and of nobody do not exist', async () => {
  const { first, second, identity } = consoles
  const { id, token } = await as(second.master).create('theirs')
  const before = await as(second.master).list()
  for (const wrong of [id, first.consoleTokenId, 'nobody', '__proto__', 'x'.repeat(200)]) {
    const answer = await as(first.master).revoke(wrong)
    expect([wrong, answer.status]).toEqual([wrong, 404])
  }
  expect(await as(second.master).list()).toEqual(before)
  expect(identity.accessTokens.authenticate(token)).not.toBeNull()
  expect((await as(first.master).list()).map(({ name }) => name)).toEqual(['Default'])
})

test.each([
  [{}, 'is required: must be a string'],
  [{ name: 7 }, 'must be a string'],
  [{ name: '' }, 'must have 1 to 60 characters'],
  [{ name: '🎥'.repeat(61) }, 'must have 1 to 60 characters'],
])('a token can not be named %j', async (body, rule) => {
  const user = consoles.first.master
  const { status, text } = await consoles.call({ method: 'POST', path: 'access-tokens', body, user })
  expect(status).toBe(400)
  expect(inEnglish(JSON.parse(text))).toMatchObject({
    error: { code: 'BAD_REQUEST', details: [{ member: 'name', rule }] },
  })
  expect(await as(user).list()).toHaveLength(1)
})

test('names of 1 and of 60 code points are taken, twice too', async () => {
  const master = as(consoles.first.master)
  for (const name of ['a', '🎥'.repeat(60), 'a']) await master.create(name)
  expect((await master.list()).map(({ name }) => name)).toEqual(['Default', 'a', '🎥'.repeat(60), 'a'])
})
