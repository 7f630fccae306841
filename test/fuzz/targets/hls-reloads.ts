import fc from 'fast-check'
import type { ChannelId } from '../../../service/contract/ids.ts'
import { AddressGate } from '../../../service/media/origin/address-gate.ts'
import { answer } from '../../../service/media/origin/answer.ts'
import type { Answer } from '../../../service/media/origin/answer.ts'
import { LiveWindow } from '../../../service/media/origin/live-window.ts'
import type { LivePlaylist } from '../../../service/protocol/hls/live-playlist.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { propertyTarget } from '../property-target.ts'

const CHANNEL = '0123456789ABCDEFGHJKMNPQRS' as ChannelId
const FOLDER = `${CHANNEL}/ZYXWVTSRQPNMKJHGFEDCBA9876`
const PATH = `${FOLDER}/r0.m3u8`
const TARGET_DURATION = 2
const LONGEST_WAIT = 3 * TARGET_DURATION * 1000

const number = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -3, max: 14 }).map((by) => ({ by })) },
  fc
    .constantFrom('', '-1', '1.5', '01', '9'.repeat(15), '9'.repeat(40), '1e3', 'x', '%00', '٣')
    .map((text) => ({ text })),
)
type Numeral = typeof number extends fc.Arbitrary<infer One> ? One : never

/** What happens at the origin, in any order. */
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('ask' as const),
      msn: fc.option(number),
      part: fc.option(number),
      skip: fc.option(fc.constantFrom('YES', 'v2', 'no')),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('part' as const), by: fc.integer({ min: -2, max: 3 }) }),
  },
  { weight: 6, arbitrary: fc.record({ type: fc.constant('more' as const), parts: fc.nat(7) }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constantFrom('segment' as const, 'pause' as const, 'end' as const) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('replaced' as const),
      by: fc.constantFrom('removed' as const, 'plain' as const, 'lost' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('wait' as const), ms: fc.nat(4000) }) },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** Where the playlist is; its text says so too. */
interface Edge {
  msn: number
  parts: number
  ended: boolean
}

class Scene {
  readonly clock = new ManualClock()
  readonly window = new LiveWindow(64 * 1024, undefined, this.clock)
  readonly #gate = new AddressGate({ key: 'key', access: [] }, this.clock)
  readonly seen = new Set<string>()
  readonly #pending = new Set<Promise<unknown>>()
  readonly #faults: unknown[] = []
  #edge: Edge = { msn: 0, parts: 0, ended: false }
  #lastParts = 0
  /** Of playlists at this address: who waited for one that was removed is given the next. */
  #generation = 0

  async run(steps: readonly Step[]): Promise<void> {
    this.#tell()
    for (const one of steps) {
      this.#act(one)
      await Promise.resolve()
    }
    // Whoever waits is answered in time, whatever comes or does not.
    this.clock.advance(LONGEST_WAIT)
    await Promise.all(this.#pending)
    if (this.window.playlists.waiting > 0) throw new Error(`${this.window.playlists.waiting} still wait`)
    if (this.#faults.length > 0) throw this.#faults[0]
  }

  #act(one: Step): void {
    if (one.type === 'ask') this.#ask(one)
    else if (one.type === 'part') this.#askForPart(this.#edge.parts + one.by)
    else if (one.type === 'wait') this.clock.advance(one.ms)
    else if (one.type === 'replaced') this.#replace(one.by)
    else this.#goOn(one)
  }

  #replace(by: 'removed' | 'plain' | 'lost'): void {
    this.#generation += 1
    if (by === 'removed') this.window.removed(CHANNEL)
    else if (by === 'plain') this.window.written(PATH, Buffer.from('#EXTM3U\n'), true)
    else this.window.clear()
  }

  #goOn(one: Extract<Step, { type: 'more' | 'segment' | 'pause' | 'end' }>): void {
    if (one.type === 'end') this.#edge.ended = true
    else if (this.#edge.ended) {
      // What has ended is removed before the next begins.
      this.#replace('removed')
      this.#edge = { msn: 0, parts: 0, ended: false }
      this.#lastParts = 0
    } else if (one.type === 'segment') {
      this.#lastParts = this.#edge.parts
      this.#edge = { msn: this.#edge.msn + 1, parts: 0, ended: false }
    } else if (one.type === 'more') {
      for (let i = 0; i < one.parts; i++)
        this.window.written(this.#partPath(this.#edge.parts + i), Buffer.from('media'), true)
      this.#edge.parts += one.parts
    }
    this.#tell(one.type === 'pause')
  }

  #tell(isPaused = false): void {
    const { msn, parts, ended } = this.#edge
    const text = `${msn} ${parts} ${ended}`
    const hint = ended || isPaused ? null : this.#partPath(parts)
    const playlist: LivePlaylist = {
      ...{ text, delta: parts % 2 ? `${text} delta` : null, openMsn: msn, openParts: parts, hint, ended },
      ...{ lastParts: this.#lastParts, targetDuration: TARGET_DURATION, partTarget: 0.335 },
    }
    this.window.live(PATH, playlist)
  }

  #partPath(part: number): string {
    return `${FOLDER}/r0/${this.#edge.msn}.${part}.m4s`
  }

  #ask({ msn, part, skip }: Extract<Step, { type: 'ask' }>): void {
    const said = (from: number, numeral: Numeral) =>
      'text' in numeral ? numeral.text : String(from + numeral.by)
    const asked = {
      ...(msn && { _HLS_msn: said(this.#edge.msn, msn) }),
      ...(part && { _HLS_part: said(this.#edge.parts, part) }),
      ...(skip && { _HLS_skip: skip }),
    }
    const query = Object.entries(asked).map(([name, value]) => `${name}=${value}`)
    const generation = this.#generation
    this.#request(`${PATH}${query.length > 0 ? '?' : ''}${query.join('&')}`, (found) => {
      const [, openMsn, parts, ended] = /^(\d+) (\d+) (true|false)/.exec(bodyOf(found)) ?? []
      if (found.status !== 200 || openMsn === undefined || ended === 'true') return
      if (asked._HLS_msn === undefined || generation !== this.#generation) return
      const isThere =
        Number(openMsn) > Number(asked._HLS_msn) ||
        (asked._HLS_part !== undefined &&
          Number(openMsn) === Number(asked._HLS_msn) &&
          Number(parts) > Number(asked._HLS_part))
      if (!isThere) throw new Error(`${query.join('&')} was answered with ${bodyOf(found)}`)
    })
  }

  #askForPart(part: number): void {
    this.#request(this.#partPath(part), (found) => {
      if (found.status === 200 && bodyOf(found) !== 'media') throw new Error('another file')
    })
  }

  #request(url: string, check: (found: Answer) => void): void {
    const none = {
      range: undefined,
      ifRange: undefined,
      ifNoneMatch: undefined,
      acceptEncoding: undefined,
      asksPrivate: false,
    }
    const store = { open: () => Promise.resolve(null), read: () => Promise.resolve(null) }
    const parts = { window: this.window, store, hostNames: new Set(['localhost']), gate: this.#gate }
    const found = answer(
      parts,
      { ...none, method: 'GET', url: `/${url}`, host: 'localhost' },
      () => undefined,
    )
    const settle = (one: Answer) => {
      this.seen.add(`${found instanceof Promise ? 'waited ' : ''}${one.status}`)
      if (![200, 400, 404, 503].includes(one.status)) throw new Error(`status ${one.status}`)
      check(one)
    }
    if (found instanceof Promise) {
      const pending = found.then(settle).catch((error: unknown) => this.#faults.push(error))
      this.#pending.add(pending)
    } else settle(found)
  }
}

const bodyOf = ({ body }: Answer) => (body instanceof Buffer ? body.toString() : '')

/** Reloads and parts that are waited for while a playlist goes on, stops, ends, is removed and comes back: each is answered once, with what it asked for. */
export const target = propertyTarget<readonly Step[]>({
  name: 'hls-reloads',
  cases: 2000,
  reaches: { 'waited 200': 50, 'waited 503': 10, 'waited 404': 200, 400: 200 },
  inputs: fc.array(step, { minLength: 1, maxLength: 25 }),
  start: () => ({
    take: async (steps) => {
      const scene = new Scene()
      await scene.run(steps)
      const order = ['waited 200', 'waited 503', 'waited 404', '400', '200', '404']
      return order.find((word) => scene.seen.has(word)) ?? 'nothing asked'
    },
  }),
})
