import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { SystemId, WebhookEventId } from '../../contract/ids.ts'
import { DeliveryQueue, HOLD_LIMIT } from './delivery-queue.ts'
import type { PendingEvent } from './webhook-store.ts'

const LIMITS = { perUrl: 2, perHost: 4, failingPerHost: 2 }
const URLS = ['http://h1/a', 'http://h1/b', 'http://h1/c', 'http://h2/a']
const CHANNELS = ['v', 'w', 'x', 'y', 'z']

type Step =
  | { readonly do: 'add' | 'ask'; readonly which: number; readonly url: number }
  | { readonly do: 'settle'; readonly which: number; readonly how: 'delivered' | 'given-up' | 'postponed' }
  | { readonly do: 'fail'; readonly which: number; readonly pause: number }
  | { readonly do: 'pass'; readonly ms: number }
  | { readonly do: 'forget'; readonly which: number }

const which = fc.nat(1000)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('add' as const), which, url: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('ask' as const), which, url: fc.nat(3) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('settle' as const),
      which,
      how: fc.constantFrom('delivered', 'given-up', 'postponed'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('fail' as const), which, pause: fc.nat(100_000) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.nat(HOLD_LIMIT) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forget' as const), which }) },
)

interface Known {
  event: PendingEvent
  sending: boolean
}

/** The rules, said as plainly as they can be: every question looks at everything. */
class Model {
  readonly all: Known[] = []
  readonly failing = new Set<string>()
  now = 1_000_000

  /** Sendable as far as time and the channel's order go. */
  isFree({ event, sending }: Known): boolean {
    if (sending || event.nextAttemptAt > this.now) return false
    if (event.redelivery) return true
    const earlier = this.all.filter(
      (other) =>
        other.event.channelId === event.channelId &&
        !other.event.redelivery &&
        other.event.sequence < event.sequence,
    )
    return earlier.every(
      ({ event: { retryingSince } }) => retryingSince !== null && this.now - retryingSince > HOLD_LIMIT,
    )
  }

  sendingTo(match: (url: string) => boolean): number {
    return this.all.filter(({ event, sending }) => sending && match(event.url)).length
  }

  isBlocked(url: string): boolean {
    const sameHost = (other: string) => new URL(other).host === new URL(url).host
    return (
      this.sendingTo((other) => other === url) >= LIMITS.perUrl ||
      this.sendingTo(sameHost) >= LIMITS.perHost ||
      (this.failing.has(url) &&
        this.sendingTo((other) => sameHost(other) && this.failing.has(other)) >= LIMITS.failingPerHost)
    )
  }

  leave(known: Known): void {
    this.all.splice(this.all.indexOf(known), 1)
    if (!this.all.some(({ event }) => event.url === known.event.url)) this.failing.delete(known.event.url)
  }
}

class Pair {
  readonly model = new Model()
  readonly queue = new DeliveryQueue(LIMITS)
  #sequence = 0

  run(step: Step): void {
    const { model, queue } = this
    const sending = model.all.filter((known) => known.sending)
    const pick = 'which' in step ? sending[step.which % Math.max(1, sending.length)] : undefined
    if (step.do === 'pass') model.now += step.ms
    else if (step.do === 'add') this.#add(step)
    else if (step.do === 'ask') this.#ask(step)
    else if (step.do === 'forget') this.#forget(step)
    else if (pick && step.do === 'settle') this.#settle(pick, step.how)
    else if (pick && step.do === 'fail') {
      const { id, attempts, tries, retryingSince, url } = pick.event
      const next = {
        attempts: attempts + 1,
        tries: tries + 1,
        retryingSince: retryingSince ?? model.now,
        nextAttemptAt: model.now + step.pause,
      }
      queue.settle(id, { kind: 'failed', ...next })
      pick.event = { ...pick.event, ...next }
      pick.sending = false
      model.failing.add(url)
    }
    this.#takeAndCompare()
  }

  #add(step: { readonly which: number; readonly url: number }): void {
    const sequence = ++this.#sequence
    const event: PendingEvent = {
      id: `${sequence}` as WebhookEventId,
      sequence,
      systemId: 'S' as SystemId,
      channelId: CHANNELS[step.which % CHANNELS.length] ?? '',
      url: URLS[step.url] ?? '',
      attempts: 0,
      tries: 0,
      retryingSince: null,
      nextAttemptAt: this.model.now,
      redelivery: false,
    }
    this.queue.add(event)
    this.model.all.push({ event, sending: false })
  }

  #ask(step: { readonly which: number; readonly url: number }): void {
    const known = this.model.all[step.which % Math.max(1, this.model.all.length)]
    if (!known) return
    this.queue.askFor({ ...known.event, nextAttemptAt: this.model.now })
    const soon = known.sending ? {} : { nextAttemptAt: this.model.now }
    // What is free already and waits for its URL only stays where it is.
    const now = this.model.isFree(known) ? {} : soon
    known.event = { ...known.event, redelivery: true, retryingSince: null, tries: 0, ...now }
  }

  #forget(step: { readonly which: number }): void {
    const known = this.model.all[step.which % Math.max(1, this.model.all.length)]
    if (!known) return
    this.queue.forget(known.event.id)
    if (!known.sending) this.model.leave(known)
  }

  #settle(known: Known, how: 'delivered' | 'given-up' | 'postponed'): void {
    const { model, queue } = this
    const { id, url } = known.event
    if (how === 'postponed') {
      const nextAttemptAt = model.now + 5_000
      queue.settle(id, { kind: how, nextAttemptAt })
      known.event = { ...known.event, nextAttemptAt }
      known.sending = false
      return
    }
    queue.settle(id, { kind: how })
    if (how === 'delivered') model.failing.delete(url)
    else model.failing.add(url)
    model.leave(known)
  }

  #takeAndCompare(): void {
    const { model, queue } = this
    for (const { id, retryingSince, attempts, tries } of queue.take(model.now)) {
      const known = model.all.find(({ event }) => event.id === id)
      if (!known) throw new Error(`${id} was taken, but left before`)
      expect(model.isFree(known)).toBe(true)
      expect({ retryingSince, attempts, tries }).toEqual({
        retryingSince: known.event.retryingSince,
        attempts: known.event.attempts,
        tries: known.event.tries,
      })
      // The limits hold at every moment, also between two events that are taken together.
      expect(model.isBlocked(known.event.url)).toBe(false)
      known.sending = true
    }
    // Nothing waits that could be sent.
    for (const known of model.all) {
      if (model.isFree(known)) expect(model.isBlocked(known.event.url)).toBe(true)
    }
    expect(queue.size).toBe(model.all.length)
    this.#compareNextChange()
  }

  /** Until the next change nothing becomes free; a later moment would leave something waiting. */
  #compareNextChange(): void {
    const { model, queue } = this
    const moments = model.all
      .filter(({ sending }) => !sending)
      .flatMap(({ event: { nextAttemptAt } }) => [nextAttemptAt])
      .concat(model.all.flatMap(({ event: { retryingSince: since } }) => (since ?? -1) + HOLD_LIMIT + 1))
      .filter((at) => at > model.now)
      .sort((a, b) => a - b)
    const next = queue.nextChange() ?? Infinity
    const now = model.now
    expect(next).toBeGreaterThan(now)
    const free = () => model.all.filter((known) => model.isFree(known)).length
    const before = free()
    for (const at of moments.filter((moment) => moment < next)) {
      model.now = at
      expect(free()).toBe(before)
    }
    model.now = now
  }
}

it('sends what the rules allow, all of it and nothing else, whatever happens', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120, size: 'max' }), (steps) => {
      const pair = new Pair()
      for (const one of steps) pair.run(one)
    }),
    { numRuns: 300 },
  )
})
