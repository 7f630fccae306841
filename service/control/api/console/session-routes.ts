import type { sessionApi } from '../../../contract/console/session.ts'
import { refusal } from '../../../contract/refusal/refusal.ts'
import type { Handlers } from './handlers.ts'
import type { ConsoleParts } from './console-parts.ts'
import { clearSession, sessionView, setSession, tokenOf } from './session.ts'

export function sessionRoutes(
  parts: Pick<ConsoleParts, 'door' | 'events' | 'cookieName'>,
): Handlers<typeof sessionApi> {
  const { door } = parts
  return {
    enter: ({ body, reply }) => {
      redeem(body.entry)
      const opened = door.sessions.open(door.owner(), 'console')
      setSession(reply, parts, opened)
      const session = door.sessions.authenticate(opened.token, 'console')
      if (!session) throw refusal('LOGIN_FAILED')
      return sessionView(session)
    },
    // A program of the owner has the standing one; what it gives to a browser is seen in the list of processes.
    newEntry: ({ body }) => {
      redeem(body.entry)
      return { entry: door.entries.issue() }
    },
    logIn: async ({ body, request, reply }) => {
      const { email, password, access_code } = body
      const loggedIn = await door.login.login({
        email,
        password,
        accessCode: access_code,
        remoteAddress: request.ip,
        kind: 'console',
      })
      setSession(reply, parts, loggedIn)
      return sessionView(loggedIn)
    },
    current: ({ caller }) => sessionView(caller),
    leave: ({ request, reply }) => {
      const token = tokenOf(request, parts)
      if (token !== null) door.sessions.close(token)
      clearSession(reply, parts)
      parts.events.sessionsChanged()
      return {}
    },
  }

  /** @throws Refusal where the entry token is not good */
  function redeem(entry: string): void {
    const verdict = door.entries.redeem(entry)
    if (verdict.kind === 'too-many')
      throw refusal('TOO_MANY_ATTEMPTS', { retryAfterSeconds: verdict.retryAfterSeconds })
    if (verdict.kind === 'refused') {
      throw refusal('ENTRY_USED')
    }
  }
}
