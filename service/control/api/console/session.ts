import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuditWay } from '../../../contract/audit.ts'
import { STATE_MEDIA_TYPE } from '../../../contract/console/state.ts'
import { COMMAND_LINE } from '../../../contract/console/session.ts'
import type { SessionView } from '../../../contract/console/session.ts'
import type { EpochMilliseconds } from '../../../contract/units.ts'
import { badRequest, refusal } from '../../../contract/refusal/refusal.ts'
import { problem } from '../../../contract/refusal/rules.ts'
import type { LoginOrigin, Session, User } from '../../identity/user.ts'
import type { ConsoleDoor, ConsoleParts } from './console-parts.ts'

const COOKIE = { path: '/', httpOnly: true, sameSite: 'strict' } as const

/** What tells who is signed in. */
export type SessionParts = Pick<ConsoleParts, 'cookieName'> & {
  readonly door: { readonly sessions: Pick<ConsoleDoor['sessions'], 'authenticate'> }
}

/** Where a request comes from, and what sent it. */
export const originOf = ({ ip, headers }: FastifyRequest): LoginOrigin => ({
  remoteAddress: ip,
  client: headers['user-agent'] ?? '',
})

/** How a call came in, for the audit log. */
export const wayOf = ({ headers }: FastifyRequest): AuditWay =>
  headers['user-agent'] === COMMAND_LINE ? 'command-line' : 'console'

/** The token in the request's cookie; null without one. */
export function tokenOf(request: FastifyRequest, { cookieName }: SessionParts): string | null {
  return request.cookies[cookieOf(request, cookieName).name] ?? null
}

/** Over TLS, one that only this host may have set, and that is sent nowhere without TLS. */
function cookieOf({ raw }: FastifyRequest, cookieName: string) {
  const secure = 'encrypted' in raw.socket
  return { name: secure ? `__Host-${cookieName}` : cookieName, options: { ...COOKIE, secure } }
}

/** Names of this computer that all of its programs share. */
const SHARED_NAME = /^(localhost|127(\.\d+){3}|\[::1\])$/i

/**
 * Whether a browser asks at a name that other programs of this computer serve too, at other ports: it would send them
 * the cookie. Programs keep cookies to themselves, and TLS keeps it from who has no certificate.
 */
export function isAtSharedName(request: FastifyRequest): boolean {
  const { headers, hostname, raw } = request
  return headers['sec-fetch-site'] !== undefined && !('encrypted' in raw.socket) && SHARED_NAME.test(hostname)
}

/** The permission that lets a user operate channels, connections and recordings here. */
export const OPERATOR = 'delivery'

export function setSession(
  reply: FastifyReply,
  { cookieName }: Pick<ConsoleParts, 'cookieName'>,
  session: { readonly token: string; readonly expiresAt: EpochMilliseconds },
): void {
  const { name, options } = cookieOf(reply.request, cookieName)
  reply.setCookie(name, session.token, { ...options, expires: new Date(session.expiresAt) })
}

export function clearSession(reply: FastifyReply, { cookieName }: Pick<ConsoleParts, 'cookieName'>): void {
  const { name, options } = cookieOf(reply.request, cookieName)
  reply.clearCookie(name, options)
}

export function sessionView({
  user,
  system,
  viewedBy = null,
}: Pick<Session, 'user' | 'system'> & { readonly viewedBy?: User | null }): SessionView {
  const { id, name, email, isMaster, permissions } = user
  return {
    user: { userId: id, name, email, isMaster, permissions },
    system: { name: system.name, timeZone: system.timeZone },
    viewedBy: viewedBy && { name: viewedBy.name },
  }
}

/**
 * Browsers say what page asks; its value was checked by the server.
 * @throws Refusal `FORBIDDEN_ORIGIN`
 */
export function requireOrigin({ headers }: FastifyRequest): void {
  if (headers.origin === undefined) throw refusal('FORBIDDEN_ORIGIN')
}

/** The console's page, or the person at the browser alone. */
const OWN_SITES = ['same-origin', 'none']

/**
 * The cookie travels with every request to this host, to any of its ports, whichever page asks. So a call that a
 * page makes must be the console's own (Fetch Metadata, `Sec-Fetch-Site`), and what changes something must
 * come from the console's own page, which browsers attest by Origin (the server has checked its value), and
 * a body must be declared as JSON or as a state, which no form can do.
 * @throws Refusal `FORBIDDEN_ORIGIN`, `BAD_REQUEST`
 */
export function requireOwnPage(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'] ?? 'none'
  if (isOfApi(request) && !OWN_SITES.includes(site)) throw refusal('FORBIDDEN_ORIGIN')
  if (request.method === 'GET' || request.method === 'HEAD') return
  requireOrigin(request)
  const { 'content-type': type, 'content-length': length } = request.headers
  const hasBody = request.headers['transfer-encoding'] !== undefined || (length ?? '0') !== '0'
  if (hasBody && type !== STATE_MEDIA_TYPE && !/^application\/json\s*(;|$)/i.test(type ?? '')) {
    throw badRequest(problem('Content-Type', 'exactly', { value: 'application/json' }))
  }
}

/** The page itself may be opened from anywhere; then it comes without the cookie. */
const isOfApi = ({ routeOptions }: FastifyRequest) => routeOptions.url?.startsWith('/console/api/') ?? false
