import type { FastifyReply, FastifyRequest } from 'fastify'
import { STATE_MEDIA_TYPE } from '../../../contract/console/state.ts'
import type { SessionView } from '../../../contract/console/session.ts'
import type { EpochMilliseconds } from '../../../contract/units.ts'
import { badRequest, refusal } from '../../../contract/refusal/refusal.ts'
import { problem } from '../../../contract/refusal/rules.ts'
import type { Session } from '../../identity/user.ts'
import type { ConsoleDoor, ConsoleParts } from './console-parts.ts'

const COOKIE = { path: '/', httpOnly: true, sameSite: 'strict' } as const

/** What tells who is signed in. */
export type SessionParts = Pick<ConsoleParts, 'cookieName'> & {
  readonly door: { readonly sessions: Pick<ConsoleDoor['sessions'], 'authenticate'> }
}

/** The token in the request's cookie; null without one. */
export function tokenOf(request: FastifyRequest, { cookieName }: SessionParts): string | null {
  return request.cookies[cookieName] ?? null
}

/** The permission that lets a user operate channels, connections and recordings here. */
export const OPERATOR = 'delivery'

export function setSession(
  reply: FastifyReply,
  { cookieName }: Pick<ConsoleParts, 'cookieName'>,
  session: { readonly token: string; readonly expiresAt: EpochMilliseconds },
): void {
  reply.setCookie(cookieName, session.token, { ...COOKIE, expires: new Date(session.expiresAt) })
}

export function clearSession(reply: FastifyReply, { cookieName }: Pick<ConsoleParts, 'cookieName'>): void {
  reply.clearCookie(cookieName, COOKIE)
}

export function sessionView({ user, system }: Pick<Session, 'user' | 'system'>): SessionView {
  const { id, name, email, isMaster, permissions } = user
  return {
    user: { userId: id, name, email, isMaster, permissions },
    system: { name: system.name, timeZone: system.timeZone },
  }
}

/**
 * Browsers say what page asks; its value was checked by the server.
 * @throws Refusal `FORBIDDEN_ORIGIN`
 */
export function requireOrigin({ headers }: FastifyRequest): void {
  if (headers.origin === undefined) throw refusal('FORBIDDEN_ORIGIN')
}

/**
 * The cookie travels with every request to this host, whichever page asks. So what changes something must
 * come from the console's own page, which browsers attest by Origin (the server has checked its value), and
 * a body must be declared as JSON or as a state, which no form can do.
 * @throws Refusal `FORBIDDEN_ORIGIN`, `BAD_REQUEST`
 */
export function requireOwnPage(request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  requireOrigin(request)
  const { 'content-type': type, 'content-length': length } = request.headers
  const hasBody = request.headers['transfer-encoding'] !== undefined || (length ?? '0') !== '0'
  if (hasBody && type !== STATE_MEDIA_TYPE && !/^application\/json\s*(;|$)/i.test(type ?? '')) {
    throw badRequest(problem('Content-Type', 'exactly', { value: 'application/json' }))
  }
}
