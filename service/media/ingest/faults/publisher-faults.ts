import type { FaultFacts } from '../../../contract/faults.ts'
import type { Milliseconds } from '../../../contract/units.ts'
import type { ArmedRules, Said } from '../../../platform/faults/armed-rules.ts'
import { seededChance } from '../../../platform/seeded-chance.ts'
import type { ArrivedUnit } from '../source.ts'
import { LostFrames } from './lost-frames.ts'
import { ShiftedClock } from './shifted-clock.ts'
import { StillPictures } from './still-pictures.ts'

/** What faults do to the media of one encoder. */
export class PublisherFaults {
  readonly #rules: ArmedRules
  readonly #facts: FaultFacts['publisher']
  readonly #said: Said = new WeakMap()
  readonly #clock = new ShiftedClock()
  readonly #pictures = new StillPictures()
  readonly #frames = new LostFrames()
  readonly #chance: () => number
  #isCut = false

  constructor(rules: ArmedRules, facts: FaultFacts['publisher']) {
    this.#rules = rules
    this.#facts = facts
    this.#chance = seededChance(`lost frames/${facts.channelId}`)
  }

  /** Whether it is to be cut now, and how long its channel is to take none; null where it goes on. Told once. */
  cut(): { readonly awayMs: Milliseconds; readonly rule: object } | null {
    const standing = this.#standing('drop')
    if (!standing || this.#isCut) return null
    this.#isCut = true
    standing.hit()
    return { awayMs: standing.effect.awayMs, rule: standing.rule }
  }

  /** @param timestamp as sent; @returns as if the encoder's clock had sent it */
  timestamp(timestamp: number): number {
    const drift = this.#standing('drift')
    drift?.hit()
    return this.#clock.at(timestamp, drift?.effect.ppm ?? 0)
  }

  /** Another decoder configuration of pictures came. */
  reconfigured(): void {
    this.#pictures.reconfigured()
  }

  /** A video frame, as it is or as it is shown instead; null where it is lost. */
  picture(unit: ArrivedUnit): ArrivedUnit | null {
    if (this.#isLost(unit)) return null
    const freeze = this.#standing('freeze')
    const shown = this.#pictures.picture(unit, freeze !== null)
    if (shown !== unit) freeze?.hit()
    return shown
  }

  #isLost(unit: ArrivedUnit): boolean {
    const lossy = this.#standing('lose-frames')
    const { share = 0, damaging = false } = lossy?.effect ?? {}
    const isLost = damaging
      ? this.#chance() < share
      : this.#frames.isLost(unit, lossy === null ? null : share)
    if (isLost) lossy?.hit()
    return isLost
  }

  #standing<Kind extends 'drop' | 'drift' | 'freeze' | 'lose-frames'>(kind: Kind) {
    if (!this.#rules.any('publisher')) return null
    return this.#rules.standing('publisher', this.#facts, this.#said, kind)
  }
}
