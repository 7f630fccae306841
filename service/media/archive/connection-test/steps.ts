/** The steps of a test as they are told: in order, each with its time, and skipped after one that failed. */
import type {
  TestOutcome,
  TestReport,
  TestStep,
  TestStepName,
} from '../../../contract/console/destinations.ts'
import type { StoreFault } from '../../../contract/store-fault.ts'
import type { Milliseconds } from '../../../contract/units.ts'
import type { Clock } from '../../../platform/clock.ts'
import { StoreError } from '../../../provider/archive/store-error.ts'
import { withDeadline } from './deadline.ts'

/** How a step went that did not throw. */
export interface Finding {
  readonly outcome: Exclude<TestOutcome, 'skipped'>
  readonly fault: StoreFault | null
  readonly note: string
}

export interface StepsOptions {
  readonly clock: Clock
  /** Told of each step when it is done. */
  onStep(step: TestStep): void
}

export const passed = (note = ''): Finding => ({ outcome: 'passed', fault: null, note })
export const warning = (fault: StoreFault, note = ''): Finding => ({ outcome: 'warning', fault, note })
export const failure = (fault: StoreFault, note = ''): Finding => ({ outcome: 'failed', fault, note })

export class Steps {
  readonly #options: StepsOptions
  readonly #steps: TestStep[] = []

  constructor(options: StepsOptions) {
    this.#options = options
  }

  get failed(): boolean {
    return this.#steps.some(({ outcome }) => outcome === 'failed')
  }

  /** Faults of what failed or warned so far. */
  get faults(): readonly StoreFault[] {
    return this.#steps.flatMap(({ fault }) => fault ?? [])
  }

  get report(): TestReport {
    const has = (outcome: TestOutcome) => this.#steps.some((step) => step.outcome === outcome)
    return { outcome: has('failed') ? 'failed' : has('warning') ? 'warning' : 'passed', steps: this.#steps }
  }

  /** Runs a step, unless one has failed. Never rejects. */
  async take(
    name: TestStepName,
    deadlineMs: Milliseconds,
    run: (signal: AbortSignal) => Promise<Finding>,
  ): Promise<void> {
    if (this.failed) {
      this.tell(name, { outcome: 'skipped', fault: null, note: '' }, 0)
      return
    }
    const { clock } = this.#options
    const begin = clock.now()
    const finding = await withDeadline(clock, deadlineMs, run).catch((error: unknown) =>
      failure(faultOf(error)),
    )
    this.tell(name, finding, Math.max(0, clock.now() - begin))
  }

  tell(
    name: TestStepName,
    how: Pick<TestStep, 'outcome' | 'fault' | 'note'>,
    durationMs: Milliseconds,
  ): void {
    const { outcome, fault, note } = how
    const step: TestStep = { name, outcome, durationMs, fault, note }
    this.#steps.push(step)
    this.#options.onStep(step)
  }
}

/** What is no fault of a store is told without its words: nobody has looked what they hold. */
export function faultOf(error: unknown): StoreFault {
  if (error instanceof StoreError) return error.fault
  const name = error instanceof Error ? error.name : typeof error
  return new StoreError('interrupted', `The test could not go on (${name})`).fault
}
