import { expect, it } from 'vitest'
import { EVERY_REFUSAL } from '../../../../test/support/every-refusal.ts'
import { Refusal } from '../../../contract/refusal/refusal.ts'
import { REFUSALS } from '../../../contract/refusal/refusals.ts'
import { optionForm, refusalHeaders } from './form.ts'

it('asks for a token where one is missing or is no good, also of refusals that another API words', () => {
  const asking = EVERY_REFUSAL.filter((data) => 'www-authenticate' in refusalHeaders(data))
  expect(asking.map(({ code }) => code)).toContain('NOT_AUTHENTICATED')
  expect(asking.map(({ code }) => code)).not.toContain('NO_TARGET')
  expect(asking.map(({ code }) => code)).not.toContain('SCHEDULE_OVERLAP')
})

it('has a form for what the option API refuses, and none for what only others do', () => {
  for (const data of EVERY_REFUSAL) {
    const isIts = REFUSALS[data.code].option !== null
    expect([data.code, optionForm(new Refusal(data)) !== null]).toEqual([data.code, isIts])
  }
})

it('says when to try again', () => {
  const limited = EVERY_REFUSAL.find(({ code }) => code === 'TOO_MANY_ATTEMPTS')
  expect(limited && refusalHeaders(limited)).toEqual({ 'retry-after': '9' })
})
