import type { EpochMilliseconds } from '../../../contract/units.ts'
import type { Clock } from '../../../platform/clock.ts'
import { ArmedRules } from '../../../platform/faults/armed-rules.ts'
import { PublisherFaults } from './publisher-faults.ts'

interface Whose {
  readonly channelId: string
  readonly connectionId: string
  readonly systemId: string | undefined
}

/** What faults do to encoders: to the media of each, and to who comes back to a channel whose uplink is away. */
export class IngestFaults {
  readonly #rules: ArmedRules
  readonly #clock: Clock
  readonly #away = new Map<string, { readonly until: EpochMilliseconds; readonly rule: object }>()

  constructor(rules: ArmedRules, clock: Clock) {
    this.#rules = rules
    this.#clock = clock
  }

  /** Of one encoder that was let in; null outside of an emulator. */
  of({ channelId, connectionId, systemId }: Whose) {
    if (!this.#rules.isThere) return null
    const facts = { channelId, connectionId, ...(systemId !== undefined && { systemId }) }
    return {
      media: new PublisherFaults(this.#rules, facts),
      onCut: ({ awayMs, rule }: { readonly awayMs: number; readonly rule: object }) =>
        void this.#away.set(channelId, { until: this.#clock.now() + awayMs, rule }),
    }
  }

  /** Whether nobody reaches the channel: for as long as the fault says that cut it, or until that is over. */
  isAway(channelId: string): boolean {
    const away = this.#away.get(channelId)
    if (!away) return false
    if (this.#clock.now() < away.until && this.#rules.has(away.rule)) return true
    this.#away.delete(channelId)
    return false
  }
}

/** Of a process that nobody ever tells of faults. */
export const noRules = (): ArmedRules => new ArmedRules({ now: () => 0, onCount: () => undefined })
