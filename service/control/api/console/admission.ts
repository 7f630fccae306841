import type { FastifyRequest } from 'fastify'
import type { Route } from '../../../contract/console/route.ts'
import { Refusal, refusal } from '../../../contract/refusal/refusal.ts'
import type { User } from '../../identity/user.ts'
import { admit } from '../option/admission.ts'
import type { Caller } from '../option/define-endpoint.ts'
import type { Administration } from './administration.ts'
import { tokenOf } from './session.ts'
import type { SessionParts } from './session.ts'
import type { ViewAs } from './view-as.ts'

/** Who calls the console: a user, or a master who looks at it as that user sees it. */
export interface ConsoleCaller extends Caller {
  /** The master; null where the user calls. */
  readonly viewedBy: User | null
}

/** What tells who calls and whether they look after the installation. */
export type AdmissionParts = SessionParts & {
  readonly administration: Pick<Administration, 'ownsInstallation'>
  readonly viewAs: Pick<ViewAs, 'of'>
}

type Admitted = Pick<Route, 'who' | 'kind' | 'method' | 'asOneself'> & { readonly fromOwnPage?: boolean }

/**
 * Who calls a route: the one place where the console's own API decides who may.
 * @returns null where nobody has to sign in
 * @throws Refusal `NOT_AUTHENTICATED`, `PERMISSION_NEEDED`, `MASTERS_ONLY`, `OWNERS_ONLY`, `ONLY_LOOKING`
 */
export function callerOf(
  route: Admitted,
  request: FastifyRequest,
  parts: AdmissionParts,
): ConsoleCaller | null {
  const { who } = route
  if (who === 'public') return null
  const caller = seatOf(route, request, parts)
  admit(who === 'owner' ? 'master' : who, caller)
  if (who === 'owner' && !parts.administration.ownsInstallation(caller.system.id)) {
    throw refusal('OWNERS_ONLY')
  }
  if (caller.viewedBy !== null && changes(route)) throw refusal('ONLY_LOOKING')
  return caller
}

/** As whom somebody calls. @throws Refusal `NOT_AUTHENTICATED` */
function seatOf({ asOneself }: Admitted, request: FastifyRequest, parts: AdmissionParts): ConsoleCaller {
  const token = tokenOf(request, parts)
  const session = token === null ? null : parts.door.sessions.authenticate(token, 'console')
  if (token === null || session === null) throw refusal('NOT_AUTHENTICATED')
  const { user, system } = session
  const seen = user.isMaster && !asOneself ? parts.viewAs.of(token, system.id) : null
  return { user: seen ?? user, system, token, viewedBy: seen && user }
}

/** Whether calling it changes something: what only looks is read, and opened by any page. */
const changes = ({ method, fromOwnPage }: Admitted) => method !== 'GET' || fromOwnPage === true

/** Who calls now, by a request that was let in before; null where it would not be let in any more. */
export function callerNow(...asked: Parameters<typeof callerOf>): ConsoleCaller | null {
  try {
    return callerOf(...asked)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
