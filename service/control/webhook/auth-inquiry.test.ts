import { afterAll, expect, it } from 'vitest'
import { addChannel, addSystem } from '../../../test/support/channel-rows.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { webhookParts } from '../../../test/support/webhook-parts.ts'
import type { ConnectionId } from '../../contract/ids.ts'
import { newId } from '../../platform/ids.ts'
import { webhookStore } from '../store/webhooks.ts'

const db = openTestDatabase()
const clock = new ManualClock(Date.now())
const { systemId, channelId } = addChannel(db, addSystem(db))
afterAll(() => db.close())

/** How an answer of 200 that says yes was kept, and what was decided, where its body ended so. */
async function decided(bodyEnd: 'complete' | 'too-large' | 'timeout' | 'broken') {
  const client = {
    post: () =>
      Promise.resolve({
        ...{
          kind: 'answer' as const,
          status: 200,
          headers: {},
          body: Buffer.from('{"allow":true}'),
          bodyEnd,
        },
        ...{ startedAt: clock.now(), durationMs: 1, requestHeaders: {} },
      }),
    close: () => Promise.resolve(),
  }
  const { auth } = webhookParts(db, clock, undefined, webhookStore(db), client)
  const connectionId = newId<ConnectionId>()
  const decision = await auth.decide({ systemId, client: { channelId, connectionId }, url: 'http://a.test/' })
  const kept = db
    .prepare<[string], string | null>(
      'SELECT error_class FROM webhook_events JOIN webhook_attempts ON event_id = id WHERE connection_id = ?',
    )
    .pluck()
    .get(connectionId)
  return { isAllowed: decision.allow, kept }
}

it('a whole answer counts', async () => {
  expect(await decided('complete')).toEqual({ isAllowed: true, kept: null })
})

it.each([
  ['timeout', 'timeout'],
  ['broken', 'malformed'],
  ['too-large', 'malformed'],
] as const)('an answer that ends as %s does not, whatever has come of it: %s', async (bodyEnd, kept) => {
  expect(await decided(bodyEnd)).toEqual({ isAllowed: false, kept })
})
