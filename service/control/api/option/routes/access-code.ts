import { OPTION_ENDPOINTS } from '../../../../contract/option-endpoints.ts'
import { defineEndpoint } from '../define-endpoint.ts'

export const changeAccessCode = defineEndpoint({
  ...OPTION_ENDPOINTS.changeAccessCode,
  summary: 'Changes the access code that every user of the system gives at login.',
  example: { request: { access_code: 'late-show' }, response: { ok: true } },
  errors: [],
  async handle({ access_code: code }, { parts, caller: { system, user: by, token } }) {
    await parts.identity.users.changeAccessCode(by, token, system, code)
    return { ok: true } as const
  },
})
