import type { FaultsFromWorker, FaultsToWorker } from '../../contract/worker-protocol.ts'
import type { Milliseconds } from '../../contract/units.ts'
import { systemClock } from '../clock.ts'
import type { Clock, Timer } from '../clock.ts'
import type { Listeners } from '../topics.ts'
import { ArmedRules } from './armed-rules.ts'

/** Between what is told of hits. */
const TELL_EVERY: Milliseconds = 100

type Tell = <Name extends keyof FaultsFromWorker>(name: Name, body: FaultsFromWorker[Name]) => void

/** The rules of a media process, as control hands them to it. */
export interface ToldRules {
  readonly rules: ArmedRules
  /** For its link to control. */
  readonly listeners: Listeners<FaultsToWorker>
}

/** Rules that tell control what they hit: the first at once. @param clock real time */
export function toldRules(tell: Tell, clock: Clock = systemClock): ToldRules {
  let pause: Timer | null = null
  let more = false
  const count = () => {
    if (pause) {
      more = true
      return
    }
    const counts = rules.takeCounts()
    if (counts.length > 0) tell('faults.hit', { counts })
    more = false
    pause = clock.after(TELL_EVERY, () => {
      pause = null
      if (more) count()
    })
  }
  const rules = new ArmedRules({ now: () => clock.now(), onCount: count })
  const arm = (orders: FaultsToWorker['faults.arm']) => {
    rules.arm(orders)
    tell('faults.armed', { number: orders.number })
  }
  return { rules, listeners: { 'faults.arm': arm } }
}
