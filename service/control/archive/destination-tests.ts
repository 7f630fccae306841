import { TEST_STEPS } from '../../contract/console-archive.ts'
import type { TestReport, TestStep, TestView } from '../../contract/console-archive.ts'
import type { ArchiveDestination } from '../../contract/archive.ts'
import { LiveError } from '../../contract/errors.ts'
import type { SystemId } from '../../contract/ids.ts'
import type { ArchiveDestinationRequest } from '../../contract/live-api.ts'
import type { StoreFault } from '../../contract/store-fault.ts'
import type { Milliseconds } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { archiveDestination } from './destination-rules.ts'
import { faultOfThisMachine } from './fault-rules.ts'
import type { ArchiveProcess } from './ports.ts'

/** A test is remembered for this long after its end. */
const KEPT_FOR: Milliseconds = 10 * 60_000

interface KnownTest {
  readonly systemId: SystemId
  view: TestView
}

/** Tests of destinations that need not be saved; they are forgotten some minutes after their end. */
export class DestinationTests {
  readonly #process: Pick<ArchiveProcess, 'request' | 'onTestStep'>
  readonly #clock: Clock
  readonly #tests = new Map<string, KnownTest>()

  constructor(process: Pick<ArchiveProcess, 'request' | 'onTestStep'>, clock: Clock) {
    this.#process = process
    this.#clock = clock
    process.onTestStep((id, step) => {
      const test = this.#tests.get(id)
      if (test && !test.view.done) test.view = { ...test.view, steps: withStep(test.view.steps, step) }
    })
  }

  begin(systemId: SystemId, request: ArchiveDestinationRequest): TestView {
    const id = newId<string>()
    const test: KnownTest = { systemId, view: { id, done: false, outcome: null, steps: [] } }
    this.#tests.set(id, test)
    const destination = parsed(request)
    if ('steps' in destination) this.#finish(test, destination)
    else void this.#run(test, destination)
    return test.view
  }

  /** Null when the system has none of that id. */
  find(systemId: SystemId, id: string): TestView | null {
    const test = this.#tests.get(id)
    return test?.systemId === systemId ? test.view : null
  }

  /** Never rejects. */
  async #run(test: KnownTest, destination: ArchiveDestination): Promise<void> {
    const { id } = test.view
    test.view = { ...test.view, steps: [step('parse', 'passed')] }
    try {
      const report = await this.#process.request('destination.test', { id, destination })
      const steps = report.steps.reduce<readonly TestStep[]>(withStep, [step('parse', 'passed')])
      this.#finish(test, { ...report, steps })
    } catch {
      this.#finish(test, brokenOff(test.view.steps))
    }
  }

  #finish(test: KnownTest, { outcome, steps }: TestReport): void {
    test.view = { ...test.view, done: true, outcome, steps }
    this.#clock.after(KEPT_FOR, () => this.#tests.delete(test.view.id))
  }
}

function parsed(request: ArchiveDestinationRequest): ArchiveDestination | TestReport {
  try {
    return archiveDestination(request)
  } catch (error) {
    if (!(error instanceof LiveError)) throw error
    const rules = error.problems?.map(({ member, rule }) => `${member} ${rule}`) ?? [error.message]
    return failedAt([], 'parse', faultOfThisMachine('refused-request', `${rules.join('; ')}.`))
  }
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

/** A step that is told again replaces what was known of it. */
function withStep(steps: readonly TestStep[], told: TestStep): readonly TestStep[] {
  const others = steps.filter(({ name }) => name !== told.name)
  return [...others, told].toSorted((a, b) => TEST_STEPS.indexOf(a.name) - TEST_STEPS.indexOf(b.name))
}
