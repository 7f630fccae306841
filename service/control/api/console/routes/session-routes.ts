import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Entered, sessionApi } from '../../../../contract/console/session.ts'
import type { UserId } from '../../../../contract/ids.ts'
import { refusal } from '../../../../contract/refusal/refusal.ts'
import type { Handlers } from '../handlers.ts'
import type { ConsoleParts } from '../console-parts.ts'
import type { OpenedSession } from '../entry-tokens.ts'
import { clearSession, isAtSharedName, originOf, sessionView, setSession, tokenOf } from '../session.ts'

/** What the page takes out of its address. */
const entryUrl = (page: string, entry: string) => `${page}/#entry=${entry}`

export function sessionRoutes(
  parts: Pick<ConsoleParts, 'door' | 'events' | 'cookieName' | 'ownPage' | 'viewAs'>,
): Handlers<typeof sessionApi> {
  const { door, viewAs } = parts
  return {
    enter: ({ body, request, reply }) => {
      const session = redeem(body.entry)
      return begin(session ?? door.sessions.open(door.owner(), 'console', originOf(request)), request, reply)
    },
    // A program of the owner has the standing one; what it gives to a browser is seen in the list of processes.
    newEntry: ({ body }) => {
      const entry = door.entries.issue(redeem(body.entry))
      const page = parts.ownPage()
      return { entry, url: page === null ? null : entryUrl(page, entry) }
    },
    logIn: async ({ body, request, reply }) => {
      const { email, password, access_code } = body
      const loggedIn = await door.login.login({
        email,
        password,
        accessCode: access_code,
        ...originOf(request),
        kind: 'console',
      })
      return begin(loggedIn, request, reply)
    },
    current: ({ caller }) => sessionView(caller),
    leave: ({ request, reply }) => {
      const token = tokenOf(request, parts)
      if (token !== null) {
        viewAs.end(token)
        door.sessions.close(token)
      }
      clearSession(reply, parts)
      parts.events.sessionsChanged()
      return {}
    },
    viewAs: ({ caller: { token, system, user: viewedBy }, body }) => {
      const user = viewAs.begin(token, system.id, body.userId as UserId)
      if (!user) throw refusal('NOT_FOUND')
      parts.events.sessionsChanged()
      return sessionView({ user, system, viewedBy })
    },
    endViewAs: ({ caller }) => {
      viewAs.end(caller.token)
      parts.events.sessionsChanged()
      return sessionView(caller)
    },
  }

  /** Signs in here; or, where the cookie would meet other programs, tells where to go on. */
  function begin(opened: OpenedSession, request: FastifyRequest, reply: FastifyReply): Entered {
    const page = isAtSharedName(request) ? parts.ownPage() : null
    if (page !== null) return { goOnAt: entryUrl(page, door.entries.issue(opened)) }
    const session = door.sessions.authenticate(opened.token, 'console')
    if (!session) throw refusal('LOGIN_FAILED')
    setSession(reply, parts, opened)
    return sessionView(session)
  }

  /** @throws Refusal where the entry token is not good */
  function redeem(entry: string): OpenedSession | null {
    const verdict = door.entries.redeem(entry)
    if (verdict.kind === 'too-many')
      throw refusal('TOO_MANY_ATTEMPTS', { retryAfterSeconds: verdict.retryAfterSeconds })
    if (verdict.kind === 'refused') throw refusal('ENTRY_USED')
    return verdict.session
  }
}
