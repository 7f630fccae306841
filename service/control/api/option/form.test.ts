import { expect, it } from 'vitest'
import { EVERY_REFUSAL } from '../../../../test/support/every-refusal.ts'
import { refusalHeaders } from './form.ts'

it('asks for a token where one is missing or is no good, also of refusals that another API words', () => {
  const asking = EVERY_REFUSAL.filter((data) => 'www-authenticate' in refusalHeaders(data))
  expect(asking.map(({ code }) => code)).toContain('NOT_AUTHENTICATED')
  expect(asking.map(({ code }) => code)).not.toContain('NO_TARGET')
})

it('says when to try again', () => {
  const limited = EVERY_REFUSAL.find(({ code }) => code === 'TOO_MANY_ATTEMPTS')
  expect(limited && refusalHeaders(limited)).toEqual({ 'retry-after': '9' })
})
