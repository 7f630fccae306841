import type {
  ArmedFault,
  FaultCount,
  FaultEffect,
  FaultFacts,
  FaultOrders,
  FaultPlace,
} from '../../contract/faults.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import { chooses } from './choice.ts'
import { matches } from './matches.ts'

/** A rule that is armed, with what came of it so far. */
interface Rule {
  readonly fault: ArmedFault['fault']
  readonly arming: number
  readonly until: EpochMilliseconds | null
  asked: number
  hits: number
  /** As it was told last. */
  told: { asked: number; hits: number }
}

export interface ArmedRulesParts {
  /** Real time, in which rules end. */
  readonly now: () => EpochMilliseconds
  /** Something was counted: `takeCounts` has what. */
  readonly onCount: () => void
}

/** A rule that lasts, for whoever applies it to many things and counts itself. */
export interface Standing<At extends FaultPlace> {
  readonly id: string
  readonly effect: FaultEffect<At>
  readonly seed: number
  /** Counts things that it was applied to. */
  hit(times?: number): void
}

/** The rules that strike in one process. Asking costs one look where none is armed for that place. */
export class ArmedRules {
  readonly #parts: ArmedRulesParts
  #seed = 0
  #byPlace = new Map<FaultPlace, Rule[]>()

  constructor(parts: ArmedRulesParts) {
    this.#parts = parts
  }

  /** Takes these in place of those before. What was counted and not yet taken stays with a rule that stays. */
  arm({ seed, faults }: Pick<FaultOrders, 'seed' | 'faults'>): void {
    const before = new Map([...this.#byPlace.values()].flat().map((rule) => [rule.arming, rule]))
    this.#seed = seed
    this.#byPlace = new Map()
    for (const { fault, arming, until, asked, hits } of faults) {
      const rule = before.get(arming) ?? { fault, arming, until, asked, hits, told: { asked, hits } }
      const rules = this.#byPlace.get(fault.at)
      if (rules) rules.push(rule)
      else this.#byPlace.set(fault.at, [rule])
    }
  }

  /** Whether any rule strikes there. */
  any(at: FaultPlace): boolean {
    return this.#byPlace.has(at)
  }

  /**
   * What happens to one thing: the effect of the first rule that matches and chooses it, which is counted; null
   * where it is left alone.
   */
  at<At extends FaultPlace>(at: At, facts: FaultFacts[At]): FaultEffect<At> | null {
    const rules = this.#byPlace.get(at)
    if (rules === undefined) return null
    for (const rule of rules) {
      const { fault } = rule
      if (!this.#lives(rule) || !matches(fault.match, facts)) continue
      rule.asked++
      const hits = chooses(fault.match ?? {}, rule.asked, { seed: this.#seed, id: fault.id })
      if (hits) rule.hits++
      this.#parts.onCount()
      if (hits) return fault.effect as FaultEffect<At>
    }
    return null
  }

  /**
   * What lies on something for as long as the rule lives: the first rule that matches; null where there is none.
   * Asked again whenever it matters, as rules come and end. `share`, `every` and `after` do not choose here.
   */
  standing<At extends FaultPlace>(at: At, facts: FaultFacts[At]): Standing<At> | null {
    const rule = this.#byPlace.get(at)?.find((one) => this.#lives(one) && matches(one.fault.match, facts))
    if (rule === undefined) return null
    return {
      id: rule.fault.id,
      effect: rule.fault.effect as FaultEffect<At>,
      seed: this.#seed,
      hit: (times = 1) => {
        rule.asked += times
        rule.hits += times
        this.#parts.onCount()
      },
    }
  }

  /** What was counted since it was taken last. */
  takeCounts(): FaultCount[] {
    const counts: FaultCount[] = []
    for (const rule of [...this.#byPlace.values()].flat()) {
      const { asked, hits, told } = rule
      if (asked === told.asked && hits === told.hits) continue
      counts.push({
        id: rule.fault.id,
        arming: rule.arming,
        asked: asked - told.asked,
        hits: hits - told.hits,
      })
      rule.told = { asked, hits }
    }
    return counts
  }

  #lives({ fault, until, hits }: Rule): boolean {
    if (until !== null && this.#parts.now() >= until) return false
    return fault.ends?.afterHits === undefined || hits < fault.ends.afterHits
  }
}
