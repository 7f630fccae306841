import { expect, it } from 'vitest'
import { Refusal, refusal } from '../contract/refusal/refusal.ts'
import { problem } from '../contract/refusal/rules.ts'
import { errorData, errorOf } from './error-data.ts'

/** As a link hands it over. */
const crossed = (error: unknown) => errorOf(structuredClone(errorData(error)))

it('carries a refusal whole: code, values, problems and cause', () => {
  const problems = [problem('bucket_uri', 'pathBytes', { max: 800 })]
  const cause = Object.assign(new TypeError('no room'), { code: 'ENOSPC' })
  const sent = refusal('ON_AIR', { channels: ['Gate'], others: 1 }, { problems, cause })
  const received = crossed(sent)
  expect(received).toBeInstanceOf(Refusal)
  expect((received as Refusal).data).toEqual(sent.data)
  expect(received.cause).toMatchObject({ name: 'TypeError', message: 'no room', code: 'ENOSPC' })
})

it('carries any other error with its name and code', () => {
  const sent = Object.assign(new RangeError('too far'), { code: 'ERR_FAR', number: 5 })
  expect(crossed(sent)).toMatchObject({ name: 'RangeError', message: 'too far', code: 'ERR_FAR' })
  expect(crossed('no error at all').message).toBe('no error at all')
})

it('ends where causes go in a circle', () => {
  const error = new Error('round')
  error.cause = error
  let depth = 0
  for (let at: unknown = crossed(error); at instanceof Error; at = at.cause) depth++
  expect(depth).toBe(9)
})
