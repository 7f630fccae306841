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

/**
 * What rules have said of one thing that lasts, such as a connection: whoever has it keeps this, and each rule
 * chooses once.
 */
export type Said = WeakMap<object, boolean>

type KindOf<At extends FaultPlace> = FaultEffect<At>['kind']
type OfKind<At extends FaultPlace, Kind extends KindOf<At>> = Extract<FaultEffect<At>, { kind: Kind }>

/** A rule that lies on something as long as both last, for whoever applies it and counts what it hits. */
export interface Standing<Effect> {
  /** For {@link ArmedRules.has}. */
  readonly rule: object
  readonly id: string
  readonly effect: Effect
  readonly seed: number
  /** Counts things that it was applied to. */
  hit(times?: number): void
}

const NONE: readonly Rule[] = []

/** The rules that strike in one process. Asking costs one look where none is armed for that place. */
export class ArmedRules {
  readonly #parts: ArmedRulesParts
  #seed = 0
  #isThere = false
  #byPlace = new Map<FaultPlace, Rule[]>()

  constructor(parts: ArmedRulesParts) {
    this.#parts = parts
  }

  /** Takes these in place of those before. What was counted and not yet taken stays with a rule that stays. */
  arm({ seed, faults }: Pick<FaultOrders, 'seed' | 'faults'>): void {
    const before = new Map([...this.#byPlace.values()].flat().map((rule) => [rule.arming, rule]))
    this.#seed = seed
    this.#isThere = true
    this.#byPlace = new Map()
    for (const { fault, arming, until, asked, hits } of faults) {
      const rule = before.get(arming) ?? { fault, arming, until, asked, hits, told: { asked, hits } }
      const rules = this.#byPlace.get(fault.at)
      if (rules) rules.push(rule)
      else this.#byPlace.set(fault.at, [rule])
    }
  }

  /** Whether there may ever be one: only in an emulator is anybody told of rules, or that there is none. */
  get isThere(): boolean {
    return this.#isThere
  }

  /** Whether any rule strikes there. */
  any(at: FaultPlace): boolean {
    return this.#byPlace.has(at)
  }

  /** Whether a rule is still armed as it was then, and not over by time; it may have hit all that it is to hit. */
  has(rule: object): boolean {
    const found = [...this.#byPlace.values()].flat().find((one) => one === rule)
    return found !== undefined && !this.#isLate(found)
  }

  /**
   * What happens to one thing: the effect of the first rule that matches and chooses it, which is counted; null
   * where it is left alone.
   * @param kinds of effects that are meant; all where there is none
   */
  at<At extends FaultPlace, Kind extends KindOf<At>>(
    at: At,
    facts: FaultFacts[At],
    ...kinds: readonly Kind[]
  ): OfKind<At, Kind> | null {
    for (const rule of this.#byPlace.get(at) ?? NONE) {
      if (!this.#isMeant(rule, facts, kinds) || !this.#chooses(rule)) continue
      rule.hits++
      this.#parts.onCount()
      return rule.fault.effect as OfKind<At, Kind>
    }
    return null
  }

  /**
   * What lies on a thing for as long as both last: the first rule that matches and chooses it; null where there is
   * none. Asked again whenever it matters, as rules come and end.
   * @param said of the thing; null where there is none: then whatever matches is chosen, and not counted as asked
   * @param kinds of effects that are meant; all where there is none
   */
  standing<At extends FaultPlace, Kind extends KindOf<At>>(
    at: At,
    facts: FaultFacts[At],
    said: Said | null,
    ...kinds: readonly Kind[]
  ): Standing<OfKind<At, Kind>> | null {
    for (const rule of this.#byPlace.get(at) ?? NONE) {
      if (!this.#isMeant(rule, facts, kinds)) continue
      if (said && !said.has(rule)) said.set(rule, this.#chooses(rule))
      if (said?.get(rule) === false) continue
      return {
        rule,
        id: rule.fault.id,
        effect: rule.fault.effect as OfKind<At, Kind>,
        seed: this.#seed,
        hit: (times = 1) => {
          rule.hits += times
          this.#parts.onCount()
        },
      }
    }
    return null
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

  #isMeant(rule: Rule, facts: object, kinds: readonly string[]): boolean {
    const { fault, hits } = rule
    if (kinds.length > 0 && !kinds.includes(fault.effect.kind)) return false
    if (this.#isLate(rule) || hits >= (fault.ends?.afterHits ?? Infinity)) return false
    return matches(fault.match, facts)
  }

  /** Whether it hits what it matches, which counts as asked. */
  #chooses(rule: Rule): boolean {
    rule.asked++
    const { match, id } = rule.fault
    const isChosen = chooses(match ?? {}, rule.asked, { seed: this.#seed, id })
    if (!isChosen) this.#parts.onCount()
    return isChosen
  }

  #isLate({ until }: Rule): boolean {
    return until !== null && this.#parts.now() >= until
  }
}
