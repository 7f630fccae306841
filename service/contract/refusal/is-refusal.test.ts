import { expect, it } from 'vitest'
import { isRefusal } from './is-refusal.ts'
import { refusalResponse } from './refusal-response.ts'

const problem = { path: 'email', rule: 'email', values: {} }
const error = { code: 'BAD_REQUEST', values: {}, problems: [problem], message: 'no' }

it('takes what the schema takes', () => {
  for (const body of [
    { ok: false, error },
    { ok: false, error: { ...error, problems: [] } },
  ]) {
    expect(refusalResponse.safeParse(body).success).toBe(true)
    expect(isRefusal(body)).toBe(true)
  }
})

it.each([
  ...[null, 'text', [], {}, { ok: true, error }, { ok: false }, { ok: false, error: [error] }],
  ...[{ code: 'toString' }, { code: 1 }, { values: null }, { values: [] }, { problems: {} }].map((wrong) => ({
    ok: false,
    error: { ...error, ...wrong },
  })),
  ...[{ path: 1 }, { rule: 'toString' }, { rule: 'no-such-rule' }, { values: 'x' }].map((wrong) => ({
    ok: false,
    error: { ...error, problems: [problem, { ...problem, ...wrong }] },
  })),
  { ok: false, error: { ...error, message: 5 } },
])('refuses %j, as the schema does', (body) => {
  expect(refusalResponse.safeParse(body).success).toBe(false)
  expect(isRefusal(body)).toBe(false)
})
