import { OPTION_ENDPOINTS } from '../../../../contract/option-endpoints.ts'
import { defineEndpoint } from '../define-endpoint.ts'

export const changePassword = defineEndpoint({
  ...OPTION_ENDPOINTS.changePassword,
  summary: 'Changes the password of the signed-in user and ends their other sessions.',
  example: { request: { password: 'puma-88' }, response: { ok: true } },
  errors: [],
  async handle({ password }, { parts: { identity }, caller: { system, user, token } }) {
    // Specified as optional: without one there is nothing to change.
    if (password === undefined) return { ok: true } as const
    await identity.users.changeOwnPassword(user, token, system, password)
    return { ok: true } as const
  },
})
