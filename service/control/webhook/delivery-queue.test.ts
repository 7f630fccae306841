import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WebhookEventId } from '../../contract/ids.ts'
import { DeliveryQueue, HOLD_LIMIT } from './delivery-queue.ts'
import type { PendingEvent } from './ports.ts'

const START = 1_000_000
const event = (sequence: number, channelId: string, host = 'a'): PendingEvent => ({
  id: `${sequence}` as WebhookEventId,
  sequence,
  channelId,
  url: `http://${host}.test/hook`,
  attempts: 0,
  firstAttemptAt: null,
  nextAttemptAt: START,
})
const failedOnce = (pending: PendingEvent, at: number, retryAt: number): PendingEvent => ({
  ...pending,
  attempts: pending.attempts + 1,
  firstAttemptAt: pending.firstAttemptAt ?? at,
  nextAttemptAt: retryAt,
})
const take = (queue: DeliveryQueue, now = START) => queue.take(now).map(({ sequence }) => sequence)

describe('order within a channel', () => {
  it('holds back later events until the earlier one is delivered', () => {
    const queue = new DeliveryQueue(4)
    const [first, second] = [event(1, 'x'), event(2, 'x')]
    queue.add(first)
    queue.add(second)
    expect(take(queue)).toEqual([1])
    expect(take(queue)).toEqual([])
    queue.settle(first.id, null)
    expect(take(queue)).toEqual([2])
    queue.settle(second.id, null)
    expect(queue.size).toBe(0)
    expect(queue.nextChange(START)).toBeNull()
  })

  it('lets later ones go when the earlier has been retrying for more than 60 s', () => {
    const queue = new DeliveryQueue(4)
    const first = event(1, 'x')
    queue.add(first)
    queue.add(event(2, 'x'))
    expect(take(queue)).toEqual([1])
    const retryAt = START + 3_600_000
    queue.settle(first.id, failedOnce(first, START, retryAt))
    expect(queue.nextChange(START)).toBe(START + HOLD_LIMIT + 1)
    expect(take(queue, START + HOLD_LIMIT)).toEqual([])
    expect(take(queue, START + HOLD_LIMIT + 1)).toEqual([2])
    expect(queue.nextChange(START + HOLD_LIMIT + 1)).toBe(retryAt)
  })

  it('also when it is being sent again at that moment', () => {
    const queue = new DeliveryQueue(4)
    const first = failedOnce(event(1, 'x'), START, START + HOLD_LIMIT + 1)
    queue.add(first)
    queue.add({ ...event(2, 'x'), nextAttemptAt: START })
    expect(take(queue, START + HOLD_LIMIT + 1)).toEqual([1, 2])
  })
})

describe('hosts', () => {
  it('take a few requests at a time; other hosts are not delayed', () => {
    const queue = new DeliveryQueue(2)
    for (let i = 1; i <= 5; i++) queue.add(event(i, `slow${i}`, 'slow'))
    queue.add(event(6, 'other', 'other'))
    expect(take(queue)).toEqual([1, 2, 6])
    expect(take(queue)).toEqual([])
    queue.settle('1' as WebhookEventId, null)
    expect(take(queue)).toEqual([3])
  })

  it('are shared in turns by channels', () => {
    const queue = new DeliveryQueue(1)
    const long = START - 10 * HOLD_LIMIT
    for (let i = 1; i <= 3; i++) queue.add(failedOnce(event(i, 'busy'), long, START))
    queue.add(event(4, 'calm'))
    expect(take(queue)).toEqual([1])
    queue.settle('1' as WebhookEventId, failedOnce(event(1, 'busy'), long, START))
    expect(take(queue)).toEqual([4])
  })

  it('are told apart by port', () => {
    const queue = new DeliveryQueue(1)
    queue.add({ ...event(1, 'x'), url: 'http://localhost:1/' })
    queue.add({ ...event(2, 'y'), url: 'http://localhost:2/' })
    expect(take(queue)).toEqual([1, 2])
  })
})

it('counts URLs that fail, not events', () => {
  const queue = new DeliveryQueue(4)
  queue.add(failedOnce(event(1, 'x'), START, START))
  queue.add(failedOnce(event(2, 'y'), START, START))
  queue.add(event(3, 'z', 'fine'))
  expect([...queue.failingUrls()]).toEqual(['http://a.test/hook'])
})

it('ignores what it does not know', () => {
  const queue = new DeliveryQueue(1)
  queue.settle('9' as WebhookEventId, null)
  expect(queue.size).toBe(0)
})

it('sends every event of healthy endpoints once and in order, whatever finishes first', () => {
  const channels = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(channels, fc.infiniteStream(fc.nat(100)), (order, picks) => {
      const queue = new DeliveryQueue(2)
      order.forEach((channel, i) => queue.add(event(i + 1, channel, channel === 'c' ? 'h2' : 'h1')))
      const sent: PendingEvent[] = []
      const flying: PendingEvent[] = []
      while (queue.size > 0) {
        flying.push(...queue.take(START))
        expect(flying.length).toBeLessThanOrEqual(4)
        const [done] = flying.splice(Number(picks.next().value) % flying.length, 1)
        if (!done) throw new Error('nothing is being sent although events are left')
        sent.push(done)
        queue.settle(done.id, null)
      }
      expect(sent).toHaveLength(order.length)
      for (const channel of ['a', 'b', 'c']) {
        const sequences = sent.filter((e) => e.channelId === channel).map((e) => e.sequence)
        expect(sequences).toEqual(sequences.toSorted((x, y) => x - y))
      }
    }),
  )
})
