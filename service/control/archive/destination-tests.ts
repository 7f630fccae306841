import type { StoreSubject } from '../../contract/archive-worker.ts'
import { TEST_STEPS } from '../../contract/console/destinations.ts'
import type { TestReport, TestStep, TestView } from '../../contract/console/destinations.ts'
import type { ArchiveDestination } from '../../contract/archive.ts'
import type { ArchiveDestinationId, SystemId } from '../../contract/ids.ts'
import type { ArchiveDestinationRequest } from '../../contract/live-api.ts'
import type { StoreFault } from '../../contract/store-fault.ts'
import type { Milliseconds } from '../../contract/units.ts'
import { Refusal, refusal } from '../../contract/refusal/refusal.ts'
import { wordsOf } from '../../contract/refusal/rules.ts'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { newArchiveDestination } from './new-destination.ts'
import type { DestinationLimits } from './new-destination.ts'
import { faultOfThisMachine, isFault } from './fault-rules.ts'
import type { ArchiveProcess } from './archive-process.ts'

/** A test is remembered for this long after its end. */
const KEPT_FOR: Milliseconds = 10 * 60_000
/** Of one system: each holds connections and some megabytes for up to a minute. */
const MOST_AT_ONCE = 4
/** Of one system, ended ones; the oldest is forgotten first. */
const MOST_KEPT = 50

interface KnownTest {
  readonly systemId: SystemId
  view: TestView
}

export interface DestinationTestsParts extends DestinationLimits {
  readonly process: Pick<ArchiveProcess, 'request' | 'onTestStep'>
  readonly clock: Clock
}

/** Tests of destinations, saved or not; they are forgotten some minutes after their end. */
export class DestinationTests {
  readonly #parts: DestinationTestsParts
  /** The oldest first. */
  readonly #tests = new Map<string, KnownTest>()

  constructor(parts: DestinationTestsParts) {
    this.#parts = parts
    parts.process.onTestStep((id, step) => {
      const test = this.#tests.get(id)
      if (test && !test.view.done) test.view = { ...test.view, steps: withStep(test.view.steps, step) }
    })
  }

  /**
   * Of values that need not be saved.
   * @throws Refusal `TESTS_RUNNING` while 4 others of the system run
   */
  begin(systemId: SystemId, request: ArchiveDestinationRequest): TestView {
    const test = this.#add(systemId)
    const destination = this.#parsed(systemId, request)
    if (destination instanceof Refusal) {
      test.view = { ...test.view, problems: destination.problems }
      this.#finish(test, failedAt([], 'parse', faultOf(destination)))
    } else void this.#run(test, destination, { systemId })
    return test.view
  }

  /**
   * Of a saved destination, or why it cannot be opened.
   * @throws Refusal `TESTS_RUNNING` while 4 others of the system run
   */
  beginSaved(
    systemId: SystemId,
    destinationId: ArchiveDestinationId,
    saved: ArchiveDestination | StoreFault,
  ): TestView {
    const test = this.#add(systemId)
    if (isFault(saved)) this.#finish(test, failedAt([step('parse', 'passed')], 'credentials', saved))
    else void this.#run(test, saved, { systemId, destinationId })
    return test.view
  }

  /** Null when the system has none of that id. */
  find(systemId: SystemId, id: string): TestView | null {
    const test = this.#tests.get(id)
    return test?.systemId === systemId ? test.view : null
  }

  #parsed(systemId: SystemId, request: ArchiveDestinationRequest): ArchiveDestination | Refusal {
    try {
      return newArchiveDestination(systemId, request, this.#parts)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return error
    }
  }

  #add(systemId: SystemId): KnownTest {
    this.#makeRoom(systemId)
    const id = newId<string>()
    const test: KnownTest = { systemId, view: { id, done: false, outcome: null, steps: [] } }
    this.#tests.set(id, test)
    return test
  }

  #makeRoom(systemId: SystemId): void {
    const tests = [...this.#tests.values()].filter((test) => test.systemId === systemId)
    const ended = tests.filter(({ view }) => view.done)
    if (tests.length - ended.length >= MOST_AT_ONCE) {
      throw refusal('TESTS_RUNNING', { count: MOST_AT_ONCE })
    }
    const tooMany = ended.length >= MOST_KEPT ? ended[0] : undefined
    if (tooMany) this.#tests.delete(tooMany.view.id)
  }

  /** Never rejects. */
  async #run(test: KnownTest, destination: ArchiveDestination, of: StoreSubject): Promise<void> {
    const { id } = test.view
    test.view = { ...test.view, steps: [step('parse', 'passed')] }
    try {
      const report = await this.#parts.process.request('destination.test', { id, destination, of })
      const steps = report.steps.reduce<readonly TestStep[]>(withStep, [step('parse', 'passed')])
      this.#finish(test, { ...report, steps })
    } catch {
      this.#finish(test, brokenOff(test.view.steps))
    }
  }

  #finish(test: KnownTest, { outcome, steps }: TestReport): void {
    test.view = { ...test.view, done: true, outcome, steps }
    this.#parts.clock.after(KEPT_FOR, () => this.#tests.delete(test.view.id))
  }
}

function faultOf({ problems }: Refusal): StoreFault {
  const rules = problems.map((broken) => `${broken.path} ${wordsOf(broken)}`)
  return faultOfThisMachine('refused-request', `${rules.join('; ')}.`)
}

/** The archive process ended in the middle. */
function brokenOff(done: readonly TestStep[]): TestReport {
  const next = TEST_STEPS.find((name) => !done.some((known) => known.name === name)) ?? 'clock'
  return failedAt(done, next, faultOfThisMachine('interrupted', 'The archive process ended.'))
}

function failedAt(done: readonly TestStep[], name: TestStep['name'], fault: StoreFault): TestReport {
  const steps = TEST_STEPS.map((each) => {
    const known = done.find((one) => one.name === each)
    if (known) return known
    return each === name ? { ...step(name, 'failed'), fault } : step(each, 'skipped')
  })
  return { outcome: 'failed', steps }
}

function step(name: TestStep['name'], outcome: TestStep['outcome']): TestStep {
  return { name, outcome, durationMs: 0, fault: null, note: '' }
}

/** A newer report of a step replaces the older one. */
function withStep(steps: readonly TestStep[], told: TestStep): readonly TestStep[] {
  const others = steps.filter(({ name }) => name !== told.name)
  return [...others, told].toSorted((a, b) => TEST_STEPS.indexOf(a.name) - TEST_STEPS.indexOf(b.name))
}
