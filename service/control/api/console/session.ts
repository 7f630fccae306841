import type { FastifyReply, FastifyRequest } from 'fastify'
import { STATE_MEDIA_TYPE } from '../../../contract/console-state.ts'
import type { SessionView } from '../../../contract/console.ts'
import { OptionError } from '../../../contract/errors.ts'
import type { EpochMilliseconds } from '../../../contract/units.ts'
import type { Session } from '../../identity/user.ts'
import { HttpFault } from '../http/fault.ts'
import type { ConsoleParts } from './ports.ts'

const COOKIE = { path: '/', httpOnly: true, sameSite: 'strict' } as const

/** What tells who is signed in. */
export type SessionParts = Pick<ConsoleParts, 'door' | 'cookieName'>

/** The token in the request's cookie; null without one. */
export function tokenOf(request: FastifyRequest, { cookieName }: SessionParts): string | null {
  return request.cookies[cookieName] ?? null
}

/** @throws OptionError `NOT_AUTHENTICATED` */
export function sessionOf(request: FastifyRequest, parts: SessionParts): Session {
  const token = tokenOf(request, parts)
  const session = token === null ? null : parts.door.sessions.authenticate(token, 'console')
  if (!session) throw new OptionError('NOT_AUTHENTICATED', 'Nobody is signed in.')
  return session
}

/** What lets a user operate channels, connections and recordings here. */
export const OPERATOR = 'delivery'

/**
 * Who may change things: a signed-in user with the delivery permission.
 * @throws OptionError `NOT_AUTHENTICATED`, `FORBIDDEN`
 */
export function operatorOf(request: FastifyRequest, parts: SessionParts): Session {
  const session = sessionOf(request, parts)
  if (!session.user.isMaster && !session.user.permissions[OPERATOR]) throw new OptionError('FORBIDDEN')
  return session
}

/** @throws OptionError `NOT_AUTHENTICATED`, `FORBIDDEN` */
export function masterOf(request: FastifyRequest, parts: SessionParts): Session {
  const session = sessionOf(request, parts)
  if (!session.user.isMaster) throw new OptionError('FORBIDDEN', 'Only masters may do this.')
  return session
}

export function setSession(
  reply: FastifyReply,
  { cookieName }: ConsoleParts,
  session: { readonly token: string; readonly expiresAt: EpochMilliseconds },
): void {
  reply.setCookie(cookieName, session.token, { ...COOKIE, expires: new Date(session.expiresAt) })
}

export function clearSession(reply: FastifyReply, { cookieName }: ConsoleParts): void {
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
 * @throws HttpFault `forbidden-origin`
 */
export function requireOrigin({ headers }: FastifyRequest): void {
  if (headers.origin === undefined) throw new HttpFault('forbidden-origin')
}

/**
 * The cookie travels with every request to this host, whichever page asks. So what changes something must
 * come from the console's own page, which browsers attest by Origin (the server has checked its value), and
 * a body must be declared as JSON or as a state, which no form can do.
 * @throws HttpFault `forbidden-origin`; OptionError `BAD_REQUEST`
 */
export function requireOwnPage(request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  requireOrigin(request)
  const { 'content-type': type, 'content-length': length } = request.headers
  const hasBody = request.headers['transfer-encoding'] !== undefined || (length ?? '0') !== '0'
  if (hasBody && type !== STATE_MEDIA_TYPE && !/^application\/json\s*(;|$)/i.test(type ?? '')) {
    throw new OptionError('BAD_REQUEST', [{ member: 'Content-Type', rule: 'must be application/json' }])
  }
}
