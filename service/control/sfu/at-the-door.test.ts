/** WebRTC clients at a door that asks for a key. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addSystem, addWebrtcChannel } from '../../../test/support/channel-rows.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import { answerJson, startEndpoint } from '../../../test/support/http-endpoint.ts'
import type { HttpEndpoint } from '../../../test/support/http-endpoint.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { connectOf, FakePeer, SessionsUnderTest } from '../../../test/support/sfu-sessions.ts'
import type { SystemId } from '../../contract/ids.ts'
import { createLogger } from '../../platform/logger.ts'
import { openDoor } from '../access/door.ts'
import type { DoorParts } from '../access/door.ts'
import { IngestKeys } from '../access/ingest-keys.ts'
import { accessRepository } from '../store/channel-access.ts'
import type { Database } from '../store/database.ts'
import { secretBox } from '../../platform/secrets/secret-box.ts'
import type { WebrtcChannel } from './dependencies.ts'

let db: Database
let webhook: HttpEndpoint
let test: SessionsUnderTest
let channel: WebrtcChannel
let key: string

beforeEach(async () => {
  db = openTestDatabase()
  const clock = new ManualClock()
  const logger = createLogger('silent')
  webhook = await startEndpoint(answerJson({ allowed: true }))
  channel = addWebrtcChannel(db, addSystem(db), { auth_webhook_url: webhook.url })
  const access = accessRepository(db)
  const keys = new IngestKeys(access, secretBox(new Uint8Array(32)))
  const deliveries = { concern: () => false } as unknown as DoorParts['deliveries']
  const door = openDoor({
    access,
    keys,
    deliveries,
    isOwnEncoder: () => false,
    log: { add: () => undefined },
  })
  access.write(channel.channelId, {
    ...access.find(channel.channelId),
    ...keys.make(channel.channelId),
    requireKey: true,
  })
  key = keys.show(channel.channelId)
  test = new SessionsUnderTest(db, clock, logger, { door })
})
afterEach(async () => {
  await test.sessions.close()
  await webhook.close()
  db.close()
})

async function ask(more: object, urlKey: string | null = null, within?: SystemId): Promise<string> {
  const peer = new FakePeer()
  peer.key = urlKey
  const { sessions } = test
  const admission = within === undefined ? sessions : sessions.within(within, () => true)
  try {
    await admission.connect(connectOf(channel.channelId, more), peer)
    return 'taken'
  } catch (error) {
    return (error as { close: { reason: string } }).close.reason
  }
}
const metadata = () => JSON.parse(webhook.received.at(-1)?.text ?? '{}') as Record<string, unknown>

it('who sends needs the key; nobody else is asked where it is missing', async () => {
  for (const role of ['sendonly', 'sendrecv']) {
    expect(await ask({ role })).toBe('KEY-REQUIRED')
    expect(await ask({ role, metadata: { access_token: 'guess' } })).toBe('KEY-REQUIRED')
    expect(await ask({ role, metadata: [key] })).toBe('KEY-REQUIRED')
    expect(await ask({ role }, 'guess')).toBe('KEY-REQUIRED')
  }
  expect(webhook.received).toEqual([])
  expect(await ask({ role: 'recvonly' })).toBe('taken')
})

it('it may be in the metadata, of which the webhook is told the rest', async () => {
  expect(await ask({ role: 'sendonly', metadata: { access_token: key, seat: 7 } })).toBe('taken')
  expect(metadata()).toMatchObject({ metadata: { seat: 7 } })
  expect(JSON.stringify(metadata())).not.toContain(key)
})

it('or in the address, which leaves the metadata to the webhook', async () => {
  expect(await ask({ role: 'sendonly', metadata: { access_token: 'of the application' } }, key)).toBe('taken')
  expect(metadata()).toMatchObject({ metadata: { access_token: 'of the application' } })
})

it('who came in by the console is known already', async () => {
  expect(await ask({ role: 'sendonly' }, null, channel.systemId)).toBe('taken')
})
