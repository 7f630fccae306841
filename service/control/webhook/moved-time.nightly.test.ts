/** Attempts under a clock that is moved: each at its own time, as if that time had passed. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addChannel, addSystem } from '../../../test/support/channel-rows.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import type { ConnectionId } from '../../contract/ids.ts'
import { createLogger } from '../../platform/logger.ts'
import { MovableClock } from '../emulator/clock/movable-clock.ts'
import { webhookStore } from '../store/webhooks.ts'
import { EventDispatcher } from './dispatcher.ts'
import { EventOutbox } from './outbox.ts'
import type { PostResult } from './webhook-client.ts'

interface Event {
  readonly channel: number
  readonly url: number
  /** When it is written. */
  readonly at: number
  /** Attempts that are refused. */
  readonly failures: number
}

const SPAN = 20_000
/** Turns of the event loop in which whatever an answer causes is done. */
const TURNS = 6

/** Endpoints that answer after some turns of the event loop, and how many of their requests were under way at once. */
async function run(
  events: readonly Event[],
  go: (clock: MovableClock, real: ManualClock, isIdle: () => boolean) => Promise<unknown>,
) {
  const db = openTestDatabase()
  const real = new ManualClock(1_800_000_000_000)
  const clock = new MovableClock(real)
  const from = clock.now()
  const system = addSystem(db)
  const store = webhookStore(db)
  const channels = [0, 1, 2].map(() => addChannel(db, system))
  const sent: string[] = []
  const tries = new Map<string, number>()
  let underWay = 0
  let atOnce = 0
  const post = async ({
    url,
    body,
  }: {
    readonly url: string
    readonly body: string
  }): Promise<PostResult> => {
    const startedAt = clock.now()
    const index = (JSON.parse(body) as { data: { minutes: number } }).data.minutes
    const number = (tries.get(body) ?? 0) + 1
    tries.set(body, number)
    sent.push(`${index} to ${url}, ${number} at ${startedAt - from}`)
    underWay++
    atOnce = Math.max(atOnce, underWay)
    for (let turn = 0; turn < 3; turn++) await nextTurn()
    underWay--
    const isRefused = number <= (events[index]?.failures ?? 0)
    const answer = {
      status: isRefused ? 503 : 204,
      headers: {},
      body: Buffer.alloc(0),
      bodyEnd: 'complete',
    } as const
    return { kind: 'answer', startedAt, durationMs: 0, requestHeaders: {}, ...answer }
  }
  const dispatcher = new EventDispatcher({
    ...{ store, clock, machine: real, acts: clock, random: () => 0.37, logger: createLogger('silent') },
    ...{ client: { post, close: async () => undefined }, secret: () => system.webhookSecret },
  })
  const outbox = new EventOutbox(store, db, clock, () => dispatcher.wake())
  dispatcher.start()
  for (const [index, { channel, url, at }] of events.entries()) {
    clock.after(at, () => {
      const client = { channelId: channels[channel]?.channelId ?? '', connectionId: 'N' as ConnectionId }
      outbox.append({
        ...{ systemId: system.systemId, client: client as never, url: `http://endpoint-${url}.example/` },
        ...{ type: 'connection.updated', usage: { minutes: index, receivedBytes: 0 } },
      })
    })
  }
  await go(clock, real, () => underWay === 0)
  await dispatcher.close(0)
  db.close()
  return { sent, atOnce }
}

const moved = (events: readonly Event[]) => run(events, (clock) => clock.moveTo(clock.now() + SPAN))

/** Time that passes by itself, to endpoints that answer at once. */
const passed = (events: readonly Event[]) =>
  run(events, async (_, real, isIdle) => {
    for (let ms = 0; ms < SPAN; ms += 10) {
      for (let step = 0; step < 10; step++) {
        const before = real.now()
        real.advance(1)
        expect(real.now()).toBe(before + 1)
        // What came back is written down some turns later, and belongs to this moment too.
        for (let quiet = 0; quiet < TURNS; quiet = isIdle() ? quiet + 1 : 0) await nextTurn()
      }
    }
  })

it('makes the attempts that would be made in real time, at the same times', async () => {
  const event = fc.record({
    channel: fc.nat(2),
    url: fc.nat(1),
    at: fc.nat(6000),
    failures: fc.nat(4),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 12 }), async (events) => {
      const [one, other] = [await moved(events), await passed(events)]
      // Requests of one moment that wait for a place are sent as places become free.
      expect(one.sent.toSorted()).toEqual(other.sent.toSorted())
      const times = one.sent.map((text) => Number(text.split(' ').at(-1)))
      expect(times).toEqual(times.toSorted((a, b) => a - b))
    }),
    { numRuns: 6 },
  )
})

it('makes attempts side by side where none can follow from another', async () => {
  const events = Array.from({ length: 40 }, (_, at) => ({ channel: at % 3, url: at % 2, at: 0, failures: 0 }))
  const spread = events.map((event, index) => ({ ...event, at: 1000 + index, failures: 3 }))
  expect((await moved(spread)).atOnce).toBeGreaterThan(1)
})
