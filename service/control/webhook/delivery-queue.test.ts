import { describe, expect, it } from 'vitest'
import type { SystemId, WebhookEventId } from '../../contract/ids.ts'
import { DeliveryQueue, HOLD_LIMIT } from './delivery-queue.ts'
import type { Limits } from './lanes.ts'
import type { PendingEvent } from './webhook-store.ts'

const START = 1_000_000
const SYSTEM = 'S' as SystemId
const FREE: Limits = { perUrl: 100, perHost: 100, failingPerHost: 100 }
const event = (sequence: number, channelId: string, url = 'http://a.test/hook'): PendingEvent => ({
  id: `${sequence}` as WebhookEventId,
  sequence,
  systemId: SYSTEM,
  channelId,
  url,
  attempts: 0,
  tries: 0,
  retryingSince: null,
  nextAttemptAt: START,
  redelivery: false,
})
const failed = (retryAt: number, since = START) =>
  ({ kind: 'failed', attempts: 1, tries: 1, retryingSince: since, nextAttemptAt: retryAt }) as const
const retrying = (pending: PendingEvent, since: number, retryAt = START): PendingEvent => ({
  ...pending,
  attempts: 1,
  tries: 1,
  retryingSince: since,
  nextAttemptAt: retryAt,
})
const DELIVERED = { kind: 'delivered' } as const
const take = (queue: DeliveryQueue, now = START) => queue.take(now).map(({ sequence }) => sequence)
const id = (sequence: number) => `${sequence}` as WebhookEventId
const host = (name: string, path: number | string) => `http://${name}.test/${path}`

describe('order within a channel', () => {
  it('holds back later events until the earlier one is delivered', () => {
    const queue = new DeliveryQueue(FREE)
    queue.add(event(1, 'x'))
    queue.add(event(2, 'x'))
    expect(take(queue)).toEqual([1])
    expect(take(queue)).toEqual([])
    queue.settle(id(1), DELIVERED)
    expect(take(queue)).toEqual([2])
    queue.settle(id(2), DELIVERED)
    expect(queue.size).toBe(0)
    expect(queue.nextChange()).toBeNull()
  })

  it('lets later ones go when the earlier has been retrying for more than 60 s', () => {
    const queue = new DeliveryQueue(FREE)
    queue.add(event(1, 'x'))
    queue.add(event(2, 'x'))
    expect(take(queue)).toEqual([1])
    const retryAt = START + 3_600_000
    queue.settle(id(1), failed(retryAt))
    expect(queue.nextChange()).toBe(START + HOLD_LIMIT + 1)
    expect(take(queue, START + HOLD_LIMIT)).toEqual([])
    expect(take(queue, START + HOLD_LIMIT + 1)).toEqual([2])
    expect(queue.nextChange()).toBe(retryAt)
  })

  it('also when it is being sent again at that moment', () => {
    const queue = new DeliveryQueue(FREE)
    queue.add(retrying(event(1, 'x'), START, START + HOLD_LIMIT + 1))
    queue.add(event(2, 'x'))
    expect(take(queue, START + HOLD_LIMIT + 1)).toEqual([1, 2])
  })

  it('is not changed by what was postponed or read twice', () => {
    const queue = new DeliveryQueue(FREE)
    queue.add(event(1, 'x'))
    queue.add(event(2, 'x'))
    queue.add(event(1, 'x'))
    expect(take(queue)).toEqual([1])
    queue.settle(id(1), { kind: 'postponed', nextAttemptAt: START + 10 * HOLD_LIMIT })
    expect(take(queue, START + 9 * HOLD_LIMIT)).toEqual([])
    expect(take(queue, START + 10 * HOLD_LIMIT)).toEqual([1])
  })
})

describe('what a person asked for', () => {
  it('goes at once, past the line of its channel, and holds nobody back', () => {
    const queue = new DeliveryQueue(FREE)
    for (const sequence of [5, 6, 7]) queue.add(event(sequence, 'x'))
    expect(take(queue)).toEqual([5])
    queue.askFor({ ...event(1, 'x'), redelivery: true })
    queue.askFor({ ...event(7, 'x'), redelivery: true })
    expect(take(queue)).toEqual([1, 7])
    queue.settle(id(1), failed(START + 1_000))
    queue.settle(id(5), DELIVERED)
    expect(take(queue)).toEqual([6])
    queue.settle(id(6), DELIVERED)
    queue.settle(id(7), DELIVERED)
    expect(take(queue)).toEqual([])
    expect(take(queue, START + 1_000)).toEqual([1])
  })

  it('no longer holds back others when it was the one that did', () => {
    const queue = new DeliveryQueue(FREE)
    queue.add(event(1, 'x'))
    queue.add(event(2, 'x'))
    expect(take(queue)).toEqual([1])
    queue.settle(id(1), failed(START + 500_000))
    queue.askFor({ ...event(1, 'x'), nextAttemptAt: START + 5 })
    expect(take(queue, START + 5)).toEqual([1, 2])
  })

  it('is not sent twice at once, and its retries start anew', () => {
    const queue = new DeliveryQueue(FREE)
    queue.add(retrying(event(1, 'x'), START - 1))
    const [sending] = queue.take(START)
    queue.askFor(event(1, 'x'))
    expect(take(queue)).toEqual([])
    expect(sending).toMatchObject({ redelivery: true, retryingSince: null, tries: 0, attempts: 1 })
    queue.settle(id(1), failed(START + 1_000))
    expect(take(queue, START + 1_000)).toEqual([1])
  })

  it('is still so when it is read anew', () => {
    const queue = new DeliveryQueue(FREE)
    queue.add(event(1, 'x'))
    queue.add({ ...event(2, 'x'), redelivery: true })
    expect(take(queue)).toEqual([1, 2])
  })
})

describe('limits', () => {
  it('of a host leave other hosts alone', () => {
    const queue = new DeliveryQueue({ ...FREE, perHost: 2 })
    for (let i = 1; i <= 5; i++) queue.add(event(i, `slow${i}`, host('slow', i)))
    queue.add(event(6, 'other', host('other', 1)))
    expect(take(queue)).toEqual([1, 2, 6])
    expect(take(queue)).toEqual([])
    queue.settle(id(1), DELIVERED)
    expect(take(queue)).toEqual([3])
  })

  it('of a URL leave other URLs of its host alone', () => {
    const queue = new DeliveryQueue({ ...FREE, perUrl: 2 })
    for (let i = 1; i <= 5; i++) queue.add(event(i, `slow${i}`, host('a', 'slow')))
    queue.add(event(6, 'other', host('a', 'other')))
    expect(take(queue)).toEqual([1, 6, 2])
  })

  it('leave room for URLs that work, however many of the same host hang', () => {
    const queue = new DeliveryQueue({ perUrl: 2, perHost: 4, failingPerHost: 2 })
    for (let i = 1; i <= 20; i++) queue.add(event(i, `dead${i}`, host('a', i)))
    expect(take(queue)).toEqual([1, 2, 3, 4])
    for (let round = 0; round < 5; round++) {
      for (let i = 1; i <= 20; i++) {
        queue.settle(id(i), failed(START))
        queue.take(START)
      }
    }
    queue.add(event(21, 'fine', host('a', 'fine')))
    queue.add(event(22, 'fine too', host('a', 'fine')))
    expect(take(queue)).toEqual([21, 22])
    queue.settle(id(21), DELIVERED)
    queue.settle(id(22), DELIVERED)
    expect(take(queue)).toEqual([])
  })

  it('are shared in turns by what is in order, what is tried again and what was asked for', () => {
    const queue = new DeliveryQueue({ ...FREE, perUrl: 1 })
    for (let i = 1; i <= 3; i++) queue.add(retrying(event(i, 'old'), START - 10 * HOLD_LIMIT))
    for (let i = 4; i <= 6; i++) queue.add({ ...event(i, 'asked'), redelivery: true })
    for (let i = 7; i <= 9; i++) queue.add(event(i, `new${i}`))
    const order: number[] = []
    while (queue.size > 0) {
      const [sequence = 0] = take(queue)
      order.push(sequence)
      queue.settle(id(sequence), DELIVERED)
    }
    expect(order).toEqual([7, 1, 4, 8, 2, 5, 9, 3, 6])
  })

  it('tell hosts apart by port, and take what is no URL', () => {
    const queue = new DeliveryQueue({ ...FREE, perHost: 1 })
    queue.add(event(1, 'x', 'http://localhost:1/'))
    queue.add(event(2, 'y', 'http://localhost:2/'))
    queue.add(event(3, 'z', 'no URL'))
    expect(take(queue)).toEqual([1, 2, 3])
  })
})

describe('the clock', () => {
  it('that is set back delays nothing', () => {
    const queue = new DeliveryQueue(FREE)
    queue.add(retrying(event(1, 'x'), START, START + 30_000))
    queue.add(event(2, 'x'))
    queue.clockSetBack(500_000)
    const start = START - 500_000
    expect(queue.nextChange()).toBe(start + 30_000)
    expect(take(queue, start + 30_000)).toEqual([1])
    expect(take(queue, start + HOLD_LIMIT + 1)).toEqual([2])
  })

  it('that went on while nothing could be tried ends no hold', () => {
    const queue = new DeliveryQueue(FREE)
    queue.add(retrying(event(1, 'x'), START, START + 30_000))
    queue.add(event(2, 'x'))
    expect(take(queue)).toEqual([])
    queue.timeLost(3_600_000)
    const wake = START + 3_600_000
    const [first, ...others] = queue.take(wake + 30_000)
    expect(first).toMatchObject({ sequence: 1, retryingSince: wake })
    expect(others).toEqual([])
    expect(take(queue, wake + HOLD_LIMIT)).toEqual([])
    expect(take(queue, wake + HOLD_LIMIT + 1)).toEqual([2])
  })
})

it('ignores what it does not know, and what is not being sent', () => {
  const queue = new DeliveryQueue(FREE)
  queue.settle(id(9), DELIVERED)
  queue.add(event(1, 'x'))
  queue.settle(id(1), DELIVERED)
  expect(queue.size).toBe(1)
})

describe('a paused endpoint', () => {
  const url = 'http://a.test/hook'
  const endpoint = { systemId: SYSTEM, url }

  it('gets only what a person asks for, whether it had events before or not', () => {
    const queue = new DeliveryQueue(FREE)
    queue.pause(endpoint)
    queue.add(event(1, 'x'))
    queue.add(event(2, 'y', 'http://b.test/hook'))
    queue.add({ ...event(3, 'z'), systemId: 'other' as SystemId })
    expect(take(queue).sort()).toEqual([2, 3])
    queue.askFor({ ...event(4, 'w'), redelivery: true })
    expect(take(queue)).toEqual([4])
    queue.settle(id(4), failed(START + 1_000))
    expect(take(queue, START + 1_000)).toEqual([])
    queue.resume(endpoint, START + 1_000)
    expect(take(queue, START + 1_000)).toEqual([1, 4])
  })

  it('keeps the order of a channel, and gets what waits for its retry as soon as it is resumed', () => {
    const queue = new DeliveryQueue(FREE)
    queue.add(event(1, 'x'))
    queue.add(event(2, 'x'))
    queue.add(event(3, 'y'))
    expect(take(queue)).toEqual([1, 3])
    queue.settle(id(3), failed(START + 600_000))
    queue.pause(endpoint)
    queue.settle(id(1), DELIVERED)
    expect(take(queue)).toEqual([])
    queue.resume(endpoint, START + 1)
    expect(take(queue, START + 1)).toEqual([2, 3])
  })

  it('uses up none of the time for retries', () => {
    const queue = new DeliveryQueue(FREE)
    queue.add(event(1, 'x'))
    take(queue)
    queue.settle(id(1), failed(START + 1_000))
    queue.pause(endpoint)
    queue.resume(endpoint, START + 5_000_000)
    expect(queue.retryingSince(id(1))).toBe(START + 4_999_000)
    expect(take(queue, START + 5_000_000)).toEqual([1])
  })
})
