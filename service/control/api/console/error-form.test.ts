import { expect, it } from 'vitest'
import { EVERY_REFUSAL } from '../../../../test/support/every-refusal.ts'
import { consoleErrorResponse } from '../../../contract/console/refused.ts'
import { Refusal } from '../../../contract/refusal/refusal.ts'
import { consoleForm } from './error-form.ts'

it.each(EVERY_REFUSAL)('$code is answered as data, with a status of its own kind', (data) => {
  const { status = 0, body } = consoleForm(new Refusal(data)) ?? {}
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(600)
  const { code, values, problems } = data
  expect(consoleErrorResponse.parse(JSON.parse(JSON.stringify(body)))).toBeTruthy()
  expect(body).toEqual({
    ok: false,
    error: { code, values, problems, message: expect.stringMatching(/\w/) as string },
  })
})

it('any other error is none of them', () => expect(consoleForm(new Error('a bug'))).toBeNull())
