import type { FastifyInstance } from 'fastify'
import { OptionError } from '../../../../contract/errors.ts'
import { loginRequest, loginResponse } from '../../../../contract/option-api.ts'
import type { Login } from '../../../identity/login.ts'
import { formatZoned } from '../../../system/zoned-time.ts'
import { jsonBody } from '../../http/server.ts'
import { validate } from '../../http/validate.ts'

/** POST /api/login: e-mail, password and access code for a token that is good for 24 hours. */
export function loginRoute(server: FastifyInstance, login: Pick<Login, 'login'>): void {
  server.post('/api/login', async (request) => {
    const body = validate(
      loginRequest,
      jsonBody(request),
      (problems) => new OptionError('BAD_REQUEST', problems),
    )
    const { token, expiresAt, system } = await login.login({
      email: body.email,
      password: body.password,
      accessCode: body.access_code,
      remoteAddress: request.socket.remoteAddress ?? '',
      kind: 'option',
    })
    return loginResponse.parse({ token, expires_at: formatZoned(expiresAt, system.timeZone) })
  })
}
