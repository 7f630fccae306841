import { OPTION_ENDPOINTS } from '../../../../contract/option-endpoints.ts'
import { badRequest } from '../../../../contract/refusal/refusal.ts'
import { formatZoned } from '../../../system/zoned-time.ts'
import { defineEndpoint } from '../define-endpoint.ts'

export const login = defineEndpoint({
  ...OPTION_ENDPOINTS.login,
  summary: 'Signs a user in by e-mail, password and access code; the token is good for 24 hours.',
  example: {
    request: { email: 'ann@studio.example', password: 'tiger42', access_code: 'evening-show' },
    response: { token: '0pD7mVv2Jw3tJ1r0hYxq8sQ5nL4bKcZ6uTfEiGaMoRk', expires_at: '2026/11/21 19:00:00' },
  },
  errors: ['LOGIN_FAILED', 'TOO_MANY_REQUESTS'],
  async handle(request, { parts, remoteAddress, client }) {
    const { identity } = parts
    const rule = identity.passwordRules.checkAtLogin(request.password)
    if (rule !== null) throw badRequest({ path: 'password', ...rule })
    const { token, expiresAt, system } = await identity.login.login({
      email: request.email,
      password: request.password,
      accessCode: request.access_code,
      ...{ remoteAddress, client },
      kind: 'option',
    })
    return { token, expires_at: formatZoned(expiresAt, system.timeZone) }
  },
})
