import { changeAccessCodeRequest, okResponse } from '../../../../contract/option-api.ts'
import { defineEndpoint } from '../define-endpoint.ts'

export const changeAccessCode = defineEndpoint({
  method: 'PATCH',
  path: '/api/access-code',
  summary: 'Changes the access code that every user of the system gives at login.',
  permission: 'master',
  request: changeAccessCodeRequest,
  response: okResponse,
  example: { request: { access_code: 'late-show' }, response: { ok: true } },
  errors: [],
  async handle({ access_code: code }, { parts, caller: { system, user: by, token } }) {
    await parts.identity.users.changeAccessCode(by, token, system, code)
    return { ok: true } as const
  },
})
