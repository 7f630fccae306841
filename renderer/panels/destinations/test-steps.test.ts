import { describe, expect, it } from 'vitest'
import { consoleTexts } from '../../../test/support/console-texts.ts'
import { TEST_STEPS } from '../../../service/contract/console/destinations.ts'
import type { TestStep, TestStepName, TestView } from '../../../service/contract/console/destinations.ts'
import type { StoreFaultKind } from '../../../service/contract/store-fault.ts'
import { drawSteps, stepName, stepText } from './test-steps.ts'

const step = (name: TestStepName, fields: Partial<TestStep> = {}): TestStep => ({
  ...{ name, outcome: 'passed', durationMs: 5, fault: null, note: '' },
  ...fields,
})
const view = (steps: readonly TestStep[], done = false): TestView => ({
  ...{ id: '1', done, outcome: done ? 'failed' : null, steps },
})
const failed = (
  name: TestStepName,
  kind: StoreFaultKind,
  message = '',
  outcome: TestStep['outcome'] = 'failed',
) => step(name, { outcome, fault: { kind, status: 403, code: 'AccessDenied', message, retryAfterMs: null } })

const t = consoleTexts('en')

describe('the steps of a test', () => {
  const states = (of: TestView | null) => drawSteps(of).map(({ state }) => state)

  it('wait before it', () => {
    expect(states(null)).toEqual(TEST_STEPS.map(() => 'pending'))
  })

  it('run one after another', () => {
    expect(states(view([]))[0]).toBe('running')
    expect(states(view([step('parse'), step('reach')])).slice(0, 4)).toEqual([
      'passed',
      'passed',
      'running',
      'pending',
    ])
  })

  it('are skipped where the test has ended before them', () => {
    expect(states(view([step('parse'), failed('reach', 'dns')], true)).slice(0, 3)).toEqual([
      'passed',
      'failed',
      'skipped',
    ])
  })
})

describe('what a step says', () => {
  const hint = (of: TestStep) => stepText(t, of)?.hint
  it('is nothing where all is well', () => {
    expect(stepText(t, step('write'))).toBeNull()
  })

  it('is that recordings arrive where only deleting is not allowed', () => {
    expect(hint(failed('delete', 'forbidden', '', 'warning'))).toContain('Recordings will arrive')
    expect(hint(failed('write', 'forbidden'))).toContain('need the right to write')
  })

  it('never says that uploads go on: nothing is uploaded', () => {
    for (const kind of ['timeout', 'interrupted', 'busy', 'damaged', 'not-found', 'local'] as const)
      for (const name of TEST_STEPS)
        expect(hint(failed(name, kind)), `${name} ${kind}`).not.toMatch(/by itself|by themselves|sent again/)
  })

  it('is about a folder where it is one, by its name too', () => {
    const names = TEST_STEPS.map((name) => stepName(t, name, true))
    expect(names.join()).not.toMatch(/bucket|store/i)
    expect(names[3]).toBe('Find or make the folder')
    expect(stepName(t, 'bucket', false)).toBe('Find the bucket')
    expect(hint(failed('reach', 'no-folder'))).toContain('the folder above it exists')
  })

  it('keeps the words of the store', () => {
    expect(stepText(t, failed('write', 'forbidden', 'No.'))?.raw).toBe('403 AccessDenied: No.')
  })
})
