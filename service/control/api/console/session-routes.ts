import type { FastifyInstance, FastifyRequest } from 'fastify'
import { entryRequest } from '../../../contract/console.ts'
import { OptionError } from '../../../contract/errors.ts'
import type { MemberProblem } from '../../../contract/errors.ts'
import { loginRequest } from '../../../contract/option-api.ts'
import { TooManyAttempts } from '../../identity/login-limits.ts'
import { jsonBody } from '../http/server.ts'
import { validate } from '../http/validate.ts'
import type { ConsoleParts } from './ports.ts'
import { clearSession, sessionOf, sessionView, setSession, tokenOf } from './session.ts'

export const badRequest = (problems: MemberProblem[]) => new OptionError('BAD_REQUEST', problems)

/** Signing in by link or by e-mail, who is signed in, and signing out. */
export function sessionRoutes(server: FastifyInstance, parts: ConsoleParts): void {
  const { door } = parts

  server.post('/console/api/session', (request, reply) => {
    redeem(request)
    const opened = door.sessions.open(door.owner(), 'console')
    setSession(reply, parts, opened)
    const session = door.sessions.authenticate(opened.token, 'console')
    if (!session) throw new OptionError('LOGIN_FAILED')
    return sessionView(session)
  })

  // A program of the owner has the standing one; what it gives to a browser is seen in the list of processes.
  server.post('/console/api/entry', (request) => {
    redeem(request)
    return { entry: door.entries.issue() }
  })

  server.post('/console/api/login', async (request, reply) => {
    const { email, password, access_code } = validate(loginRequest, jsonBody(request), badRequest)
    const loggedIn = await door.login.login({
      email,
      password,
      accessCode: access_code,
      remoteAddress: request.ip,
      kind: 'console',
    })
    setSession(reply, parts, loggedIn)
    return sessionView(loggedIn)
  })

  server.get('/console/api/session', (request) => sessionView(sessionOf(request, parts)))

  server.delete('/console/api/session', (request, reply) => {
    const token = tokenOf(request, parts)
    if (token !== null) door.sessions.close(token)
    clearSession(reply, parts)
    parts.events.sessionsChanged()
    return {}
  })

  /** @throws OptionError, TooManyAttempts where its entry token is not good */
  function redeem(request: FastifyRequest): void {
    const { entry } = validate(entryRequest, jsonBody(request), badRequest)
    const verdict = door.entries.redeem(entry)
    if (verdict.kind === 'too-many') throw new TooManyAttempts(verdict.retryAfterSeconds)
    if (verdict.kind === 'refused') {
      throw new OptionError('LOGIN_FAILED', 'The link was used already, or is of an earlier start.')
    }
  }
}
