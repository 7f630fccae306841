import { afterEach, beforeEach, expect, it } from 'vitest'
import { startAdministrationConsole } from '../../../../../test/support/administration-console.ts'
import type { AdministrationConsole } from '../../../../../test/support/administration-console.ts'
import { addChannel } from '../../../../../test/support/channel-rows.ts'
import type { AuditPage } from '../../../../contract/console/audit.ts'
import type { User } from '../../../identity/user.ts'

let consoles: AdministrationConsole
let owner: User
let path: string

beforeEach(async () => {
  consoles = await startAdministrationConsole()
  const { system, consoleTokenId: tokenId, master } = consoles.first
  owner = master
  const { channelId } = addChannel(consoles.database, { systemId: system.id, tokenId, webhookSecret: '' })
  path = `channels/${channelId}/low-latency`
})
afterEach(() => consoles.close())

async function call(method: 'GET' | 'PUT', to: string, body?: object, user = owner) {
  const { status, text } = await consoles.call({ method, path: to, user, ...(body && { body }) })
  return { status, body: JSON.parse(text) as Record<string, unknown> }
}

it('is set for a channel and for all', async () => {
  expect(await call('GET', path)).toEqual({
    status: 200,
    body: { mode: 'installation', on: false, installation: false },
  })
  expect((await call('PUT', 'low-latency', { on: true })).body).toEqual({ on: true })
  expect((await call('GET', path)).body).toEqual({ mode: 'installation', on: true, installation: true })
  expect((await call('PUT', path, { mode: 'off' })).body).toEqual({
    mode: 'off',
    on: false,
    installation: true,
  })
  expect((await call('GET', 'low-latency')).body).toEqual({ on: true })
})

it('is set for all by owners only, and another system has no such channel', async () => {
  const { master } = consoles.second
  for (const answer of [
    await call('GET', 'low-latency', undefined, master),
    await call('PUT', 'low-latency', { on: true }, master),
  ])
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'OWNERS_ONLY' } } })
  expect((await call('PUT', path, { mode: 'on' }, master)).status).toBe(404)
  expect((await call('GET', path)).body).toMatchObject({ on: false })
})

it.each([
  [{ mode: 'sometimes' }, 'mode', 'oneOf'],
  [{}, 'mode', 'required'],
])('%j is refused', async (body, member, rule) => {
  expect(await call('PUT', path, body)).toMatchObject({
    status: 400,
    body: { error: { problems: [{ path: member, rule }] } },
  })
})

it('is told of in the audit log', async () => {
  await call('PUT', path, { mode: 'on' })
  await call('PUT', 'low-latency', { on: true })
  consoles.audit.flush()
  const { body } = await call('GET', 'audit')
  expect((body as unknown as AuditPage).entries).toMatchObject([
    { verb: 'low-latency.changed', details: { changed: ['lowLatency=on'] } },
    { verb: 'channel.changed', details: { changed: ['lowLatency=on'] } },
  ])
})
