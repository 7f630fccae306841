import { fault } from '../../service/contract/faults.ts'
import type { FaultInput } from '../../service/contract/faults.ts'
import type { Clock } from '../../service/platform/clock.ts'
import { ArmedRules } from '../../service/platform/faults/armed-rules.ts'

/** Rules of a media process that was told of these faults; null: nobody ever told it of any. */
export function armedRules(faults: readonly FaultInput[] | null, clock: Clock) {
  const rules = new ArmedRules({ now: () => clock.now(), onCount: () => undefined })
  let arming = 0
  const arm = (given: readonly FaultInput[]) =>
    rules.arm({
      seed: 1,
      faults: given.map((input) => {
        const one = fault.parse(input)
        const { afterMs } = one.ends ?? {}
        const until = afterMs === undefined ? null : clock.now() + afterMs
        return { fault: one, arming: ++arming, hits: 0, asked: 0, until }
      }),
    })
  if (faults) arm(faults)
  return { rules, arm, counts: () => rules.takeCounts() }
}
