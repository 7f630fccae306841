import { afterEach, beforeEach, expect, it } from 'vitest'
import { startAdministrationConsole } from '../../../../../test/support/administration-console.ts'
import type { AdministrationConsole } from '../../../../../test/support/administration-console.ts'
import { addChannel } from '../../../../../test/support/channel-rows.ts'
import type { AccessView } from '../../../../contract/console/access.ts'
import type { ChannelId } from '../../../../contract/ids.ts'

let console: AdministrationConsole
let id: ChannelId

beforeEach(async () => {
  console = await startAdministrationConsole()
  const { system, consoleTokenId } = console.first
  id = addChannel(console.database, {
    systemId: system.id,
    tokenId: consoleTokenId,
    webhookSecret: '',
  }).channelId
})
afterEach(() => console.close())

async function call<Answer = object>(method: string, path: string, body?: unknown): Promise<Answer> {
  const json = body === undefined ? {} : { body }
  const answer = await console.call({ method, path, user: console.first.master, ...json })
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
  return JSON.parse(answer.text) as Answer
}

it('secrets are told when they are asked for only, and who asked is in the audit log, without them', async () => {
  const path = `channels/${id}/access`
  await call('PATCH', path, { requireKey: true })
  const { ingestKey } = await call<{ ingestKey: string }>('POST', `${path}/key`)
  await call('POST', `${path}/key/rotate`)
  const { signedUrl } = await call<{ signedUrl: string }>('POST', `${path}/addresses`, {
    label: 'Press',
    seconds: 600,
  })
  const view = await call<AccessView>('GET', path)
  expect(view.key?.tail).not.toBe(ingestKey.slice(-4))
  await call('DELETE', `${path}/addresses/${view.addresses[0]?.id}`)
  const log = await call<{ entries: { verb: string; objects: object[]; details: object }[] }>('GET', 'audit')
  const token = signedUrl.split('/')[4] ?? ''
  for (const secret of [ingestKey, token]) {
    expect(secret.length).toBeGreaterThan(20)
    for (const told of [view, log]) expect(JSON.stringify(told)).not.toContain(secret)
  }
  const [revoked, made, rotated, shown, changed] = log.entries
  const channel = expect.objectContaining({ kind: 'channel', id }) as object
  expect([revoked, made]).toMatchObject([
    { verb: 'address.revoked', objects: [{ kind: 'address', name: 'Press' }, channel] },
    { verb: 'address.made', objects: [{ kind: 'address', name: 'Press' }, channel] },
  ])
  expect([rotated, shown, changed]).toMatchObject([
    { verb: 'secret.rotated', objects: [channel], details: { secret: 'ingest-key' } },
    { verb: 'secret.shown', objects: [channel], details: { secret: 'ingest-key' } },
    { verb: 'channel.changed', objects: [channel], details: { changed: ['requireKey'] } },
  ])
})

it.each([
  [{}, 'label'],
  [{ label: 'x', seconds: 59 }, 'seconds'],
  [{ label: 'x', seconds: 31 * 86_400 + 1 }, 'seconds'],
  [{ label: '', seconds: 600 }, 'label'],
  [{ label: '\u202ex', seconds: 600 }, 'label'],
])('an address like %j is not made', async (body, member) => {
  const { first } = console
  const answer = await console.call({
    ...{ method: 'POST', path: `channels/${id}/access/addresses`, user: first.master, body },
  })
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(member)])
})
