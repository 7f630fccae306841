import { expect, it } from 'vitest'
import { LIVE_ERRORS, OPTION_ERRORS } from '../errors.ts'
import { refusal } from './refusal.ts'
import { REFUSALS } from './refusals.ts'

it('has a refusal for every error of both APIs', () => {
  const live = new Set(Object.values(REFUSALS).map((spec) => spec.live))
  const option = new Set(Object.values(REFUSALS).map((spec) => spec.option))
  expect(Object.keys(LIVE_ERRORS).filter((code) => !live.has(code as keyof typeof LIVE_ERRORS))).toEqual([])
  expect(
    Object.keys(OPTION_ERRORS).filter((code) => !option.has(code as keyof typeof OPTION_ERRORS)),
  ).toEqual([])
})

it('keeps code, values and the error that it came of', () => {
  const cause = new Error('EIO')
  const refused = refusal('ON_AIR', { channels: ['Gate'], others: 2 }, { cause })
  expect(refused.data).toEqual({ code: 'ON_AIR', values: { channels: ['Gate'], others: 2 }, problems: [] })
  expect([refused.message, refused.cause]).toEqual([
    'End these channels first: Gate, 2 of other systems.',
    cause,
  ])
})
