import { describe, expect, it } from 'vitest'
import { readError } from './http.ts'

const answer = (status: number, headers: Record<string, string> = {}) => ({
  status,
  headers: new Headers(headers),
})

describe('readError', () => {
  it('reads the form of the option API with its members', () => {
    const error = readError(answer(400), {
      ok: false,
      error: {
        code: 'BAD_REQUEST',
        message: 'A parameter breaks its rule',
        details: [{ member: 'email', rule: 'must be an e-mail address' }, { member: 4 }],
      },
    })
    expect(error.code).toBe('BAD_REQUEST')
    expect(error.problems).toEqual([{ member: 'email', rule: 'must be an e-mail address' }])
  })

  it('reads the form of the live API', () => {
    const error = readError(answer(400), {
      error_type: 'InvalidJSON',
      error_reason: [{ member: 'hls[0].video.width', rule: 'must be an integer from 160 to 4096' }],
    })
    expect(error.code).toBe('InvalidJSON')
    expect(error.problems[0]?.member).toBe('hls[0].video.width')
    expect(readError(answer(400), { error_type: 'MissingService', error_reason: 'why' }).message).toBe('why')
  })

  it('keeps the time to wait', () => {
    expect(readError(answer(429, { 'Retry-After': '42' }), null).retryAfterSeconds).toBe(42)
    expect(readError(answer(429), null).retryAfterSeconds).toBeNull()
  })

  it.each([null, 'text', 5, [], { error: 'x' }])('survives a body of %j', (body) => {
    expect(readError(answer(502), body).code).toBe('HTTP 502')
  })
})
