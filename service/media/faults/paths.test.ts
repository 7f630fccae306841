import { describe, expect, it } from 'vitest'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import type { FaultInput } from '../../contract/faults.ts'
import { armedRules } from '../../../test/support/armed-rules.ts'
import { seededChance } from '../../platform/seeded-chance.ts'
import { DelayLine } from './delay-line.ts'
import { mediaPath } from './media-path.ts'
import { NetworkPath } from './network-path.ts'

const FREE = { loss: 0, delayMs: 0, jitterMs: 0, rateBps: null }

describe('a network path', () => {
  it('loses the share that it is to lose, the same packets for the same seed', () => {
    const lost = (seed: string) => {
      const path = new NetworkPath({ ...FREE, loss: 0.1 }, seededChance(seed))
      return Array.from({ length: 10_000 }, (_, i) => i).filter(() => path.out(1200, 0) === null)
    }
    expect(lost('a').length).toBeGreaterThan(900)
    expect(lost('a').length).toBeLessThan(1100)
    expect(lost('a')).toEqual(lost('a'))
    expect(lost('a')).not.toEqual(lost('b'))
  })

  it('delays by the delay and up to the jitter, so that packets may change places', () => {
    const path = new NetworkPath({ ...FREE, delayMs: 80, jitterMs: 40 }, seededChance('a'))
    const outs = Array.from({ length: 1000 }, (_, i) => (path.out(1200, i) ?? NaN) - i)
    expect(Math.min(...outs)).toBeGreaterThanOrEqual(80)
    expect(Math.max(...outs)).toBeLessThan(120)
    expect(Math.max(...outs)).toBeGreaterThan(115)
    expect(outs.some((out, i) => i > 0 && out + i < (outs[i - 1] ?? 0) + i - 1)).toBe(true)
  })

  it('takes no more than its rate, and loses what would wait for too long', () => {
    const path = new NetworkPath({ ...FREE, rateBps: 1_000_000 }, seededChance('a'))
    // 2 Mbit/s for 10 s.
    const outs = Array.from({ length: 2000 }, (_, i) => path.out(1250, i * 5))
    const arrived = outs.filter((out) => out !== null)
    expect(arrived.length).toBeGreaterThan(995)
    expect(arrived.length).toBeLessThan(1035)
    expect(arrived).toEqual(arrived.toSorted((a, b) => a - b))
    outs.forEach((out, i) => expect((out ?? 0) - i * 5).toBeLessThanOrEqual(311))
  })

  it('changes nothing where nothing is asked of it', () => {
    expect(new NetworkPath(FREE, seededChance('a')).out(1200, 7)).toBe(7)
  })
})

describe('a delay line', () => {
  function line() {
    const clock = new ManualClock()
    const out: number[] = []
    const held = new DelayLine(clock, (packet) => out.push(packet[0] ?? 0))
    return {
      clock,
      out,
      push: (name: number, ms: number) => held.push(Uint8Array.of(name), clock.passed() + ms),
      held,
    }
  }

  it('delivers each at its time, also where a later one overtakes', () => {
    const { clock, out, push } = line()
    push(1, 50)
    push(2, 20)
    push(3, 50)
    clock.advance(19)
    expect(out).toEqual([])
    clock.advance(1)
    expect(out).toEqual([2])
    clock.advance(30)
    expect(out).toEqual([2, 1, 3])
  })

  it('delivers all in order when it is flushed, and nothing when it is closed', () => {
    const { clock, out, push, held } = line()
    push(1, 50)
    push(2, 20)
    held.flush()
    expect(out).toEqual([2, 1])
    push(3, 20)
    held.close()
    clock.advance(1000)
    expect(out).toEqual([2, 1])
    expect(held.isEmpty).toBe(true)
  })

  it('holds so many and no more', () => {
    const { push, held } = line()
    const taken = Array.from({ length: 5000 }, () => push(1, 1000)).filter(Boolean)
    expect(taken.length).toBe(4096)
    held.close()
  })
})

describe('the media path of a connection', () => {
  const impair = (effect: object, match: object = {}): FaultInput => ({
    ...{ id: 'poor', at: 'webrtc', match },
    effect: { kind: 'impair', ...effect },
  })

  function path(faults: readonly FaultInput[] | null, connectionId = 'one') {
    const clock = new ManualClock()
    const { rules, counts, arm } = armedRules(faults, clock)
    const sent: number[] = []
    const got: number[] = []
    const ends = {
      send: (packet: Uint8Array) => sent.push(packet[0] ?? 0) > 0,
      received: (packet: Uint8Array) => void got.push(packet[0] ?? 0),
    }
    const opened = { connectionId, channelId: 'channel', systemId: 'system' } as never
    return { clock, sent, got, counts, arm, path: mediaPath(opened, { rules, clock }, ends) }
  }
  const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)

  it('is no path at all in a process that nobody tells of faults', () => {
    const { path: joined, sent, got } = path(null)
    joined.send(Uint8Array.of(1))
    joined.received(Uint8Array.of(2))
    expect([sent, got]).toEqual([[1], [2]])
  })

  it('hits the direction and the connection that the fault names, and nothing else', () => {
    const fault = impair({ loss: 1 }, { direction: 'to-client', connectionId: 'one' })
    const hit = path([fault])
    const other = path([fault], 'other')
    for (const each of [hit, other]) {
      each.path.send(Uint8Array.of(1))
      each.path.received(Uint8Array.of(2))
    }
    expect([hit.sent, hit.got]).toEqual([[], [2]])
    expect([other.sent, other.got]).toEqual([[1], [2]])
    expect(hit.counts()).toMatchObject([{ id: 'poor', hits: 1 }])
    expect(other.counts()).toEqual([])
  })

  it('lets all pass again at its end, first of all what was on its way', () => {
    const { path: joined, sent, arm } = path([impair({ delayMs: 1000 })])
    for (const i of numbers(3)) joined.send(Uint8Array.of(i))
    expect(sent).toEqual([])
    arm([])
    joined.send(Uint8Array.of(9))
    expect(sent).toEqual([0, 1, 2, 9])
  })

  it('ends after its time and after its count', () => {
    const byTime = path([{ ...impair({ loss: 1 }), ends: { afterMs: 500 } }])
    byTime.path.send(Uint8Array.of(1))
    byTime.clock.advance(500)
    byTime.path.send(Uint8Array.of(2))
    expect(byTime.sent).toEqual([2])
    const byCount = path([{ ...impair({ loss: 1 }), ends: { afterHits: 2 } }])
    for (const i of numbers(4)) byCount.path.send(Uint8Array.of(i))
    expect(byCount.sent).toEqual([2, 3])
  })

  it('chooses connections, not packets, by share, every and after', () => {
    const clock = new ManualClock()
    const { rules } = armedRules([impair({ loss: 1 }, { direction: 'to-client', every: 2 })], clock)
    const sent = ['one', 'two', 'three', 'four'].map((connectionId) => {
      let count = 0
      const opened = { connectionId, channelId: 'channel' } as never
      const joined = mediaPath(
        opened,
        { rules, clock },
        { send: () => ++count > 0, received: () => undefined },
      )
      for (const i of numbers(5)) joined.send(Uint8Array.of(i))
      return count
    })
    expect(sent).toEqual([5, 0, 5, 0])
  })

  it('keeps a copy of what it holds, since the sender writes to its buffer again', () => {
    const { path: joined, sent, arm } = path([impair({ delayMs: 1000 })])
    const buffer = Buffer.from([7])
    joined.send(buffer)
    buffer[0] = 8
    arm([])
    joined.send(buffer)
    expect(sent).toEqual([7, 8])
  })
})
