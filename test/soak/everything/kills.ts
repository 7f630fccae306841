import { setTimeout as delay } from 'node:timers/promises'
import type { Milliseconds } from '../../../service/contract/units.ts'
import type { Random } from '../../fuzz/random.ts'
import { killIfThere } from './kept-service.ts'
import type { KeptService } from './kept-service.ts'

const VICTIMS = ['service', 'ingest', 'sfu', 'transcode', 'archive', 'origin', 'thumbnail'] as const
type Victim = (typeof VICTIMS)[number]
type Killable = Pick<KeptService, 'processes' | 'kill'>
type Chance = Pick<Random, 'uint32' | 'pick' | 'once' | 'below'>

export interface Kill {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly kind: Victim
}

/** Of the kills of the service one in so many is followed by another one within this time: while it starts. */
const [TWICE_IN, TWICE_WITHIN_MS] = [3, 2_000]
/** Of the time, this is left for what the last ones did. */
const CALM = 0.05

/** Kills processes of a service by SIGKILL: which, and when, comes from the random numbers alone. */
export class Kills {
  readonly done: Kill[] = []
  /** There was no process of the kind at that moment. */
  missed = 0
  /** Were left out, as the service took longer to come back than until the next one. */
  late = 0
  #twice = 0
  readonly #service: Killable
  readonly #random: Chance
  readonly #part: Milliseconds
  readonly #plan: readonly { readonly after: Milliseconds; readonly kind: Victim }[]

  /** @param count spread over the time, one in each of as many parts of it */
  constructor(service: Killable, random: Chance, count: number, durationMs: Milliseconds) {
    this.#service = service
    this.#random = random
    const part = (durationMs * (1 - CALM)) / count
    this.#part = part
    this.#plan = Array.from({ length: count }, (_, i) => ({
      after: (i + random.uint32() / 2 ** 32) * part,
      kind: random.pick(VICTIMS),
    }))
  }

  /** @throws Error where the service does not start again */
  async run(isOver: () => boolean): Promise<void> {
    const startedAt = performance.now()
    for (const { after, kind } of this.#plan) {
      await delay(Math.max(0, startedAt + after - performance.now()))
      if (isOver()) return
      // Those that a slow computer fell behind with would all come now, and leave nobody the time to come back.
      if (performance.now() - startedAt - after > this.#part) this.late++
      else await this.#kill(kind)
    }
  }

  /** The last ones, in words. */
  describeLast(count = 4): string {
    if (this.done.length === 0) return 'nothing was killed before'
    const last = this.done.slice(-count).toReversed()
    const words = last.map(({ at, kind }) => `${kind} ${((Date.now() - at) / 1000).toFixed(1)} s ago`)
    return `killed before: ${words.join(', ')}`
  }

  describe(): string {
    const counts = VICTIMS.map((kind) => `${this.done.filter((one) => one.kind === kind).length} × ${kind}`)
    return `${this.done.length} kills: ${counts.join(', ')}, ${this.#twice} of the service also while it started; ${this.missed} times nobody was there, ${this.late} left out as the computer fell behind`
  }

  async #kill(kind: Victim): Promise<void> {
    const found = this.#service.processes.filter((one) => one.kind === kind)
    if (found.length === 0) {
      this.missed++
      return
    }
    this.done.push({ at: Date.now(), kind })
    if (kind === 'service') {
      const isTwice = this.#random.once(TWICE_IN)
      if (isTwice) this.#twice++
      await this.#service.kill(isTwice ? this.#random.below(TWICE_WITHIN_MS) : null)
    } else killIfThere(this.#random.pick(found).pid)
  }
}
