import { expect, it } from 'vitest'
import { EVERY_REFUSAL } from '../../../../test/support/every-refusal.ts'
import { Refusal } from '../../../contract/refusal/refusal.ts'
import { REFUSALS } from '../../../contract/refusal/refusals.ts'
import { liveForm } from './form.ts'

it('has a form for what the live API refuses, and none for what only others do', () => {
  for (const data of EVERY_REFUSAL) {
    const isIts = REFUSALS[data.code].live !== null
    expect([data.code, liveForm(new Refusal(data)) !== null]).toEqual([data.code, isIts])
  }
})

it('asks for a token where one is missing or is no good', () => {
  const asking = EVERY_REFUSAL.map((data) => liveForm(new Refusal(data))).filter(
    (answer) => answer?.headers?.['www-authenticate'] !== undefined,
  )
  expect(asking.length).toBeGreaterThan(0)
  for (const answer of asking) expect(answer?.status).toBe(401)
})
