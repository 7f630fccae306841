import { describe, expect, it } from 'vitest'
import { refusal } from '../../service/contract/refusal/refusal.ts'
import { problem } from '../../service/contract/refusal/rules.ts'
import { consoleForm } from '../../service/control/api/console/error-form.ts'
import { readError } from './http.ts'

const answer = (status: number, headers: Record<string, string> = {}) => ({
  status,
  headers: new Headers(headers),
})
const refusedWith = (error: Error) => JSON.parse(JSON.stringify(consoleForm(error)?.body)) as unknown

describe('readError', () => {
  it('reads what the engine refuses, with its values and the members that break a rule', () => {
    const full = readError(answer(409), refusedWith(refusal('ON_AIR', { channels: ['Gate'], others: 1 })))
    expect(full.code).toBe('ON_AIR')
    expect(full.refusal?.values).toEqual({ channels: ['Gate'], others: 1 })
    const problems = [problem('email', 'email'), problem('name', 'characters', { min: 1, max: 30 })]
    expect(readError(answer(400), refusedWith(refusal('BAD_REQUEST', {}, { problems }))).problems).toEqual(
      problems,
    )
  })

  it('keeps the time to wait', () => {
    expect(readError(answer(429, { 'Retry-After': '42' }), null).retryAfterSeconds).toBe(42)
    expect(readError(answer(429), null).retryAfterSeconds).toBeNull()
  })

  it.each([null, 'text', 5, [], { error: 'x' }, { ok: false, error: { code: 'NO_SUCH_CODE' } }])(
    'survives a body of %j',
    (body) => {
      expect(readError(answer(502), body)).toMatchObject({ code: 'UNKNOWN', status: 502, refusal: null })
    },
  )
})
