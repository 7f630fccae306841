import type { FastifyRequest } from 'fastify'
import type { Route } from '../../../contract/console/route.ts'
import { refusal } from '../../../contract/refusal/refusal.ts'
import { admit } from '../option/admission.ts'
import type { Caller } from '../option/define-endpoint.ts'
import type { Administration } from './administration.ts'
import { tokenOf } from './session.ts'
import type { SessionParts } from './session.ts'

/** What tells who calls and whether they look after the installation. */
export type AdmissionParts = SessionParts & {
  readonly administration: Pick<Administration, 'ownsInstallation'>
}

/**
 * Who calls a route: the one place where the console's own API decides who may.
 * @returns null where nobody has to sign in
 * @throws Refusal `NOT_AUTHENTICATED`, `PERMISSION_NEEDED`, `MASTERS_ONLY`, `OWNERS_ONLY`
 */
export function callerOf({ who }: Pick<Route, 'who'>, request: FastifyRequest, parts: AdmissionParts) {
  if (who === 'public') return null
  const token = tokenOf(request, parts)
  const session = token === null ? null : parts.door.sessions.authenticate(token, 'console')
  if (token === null || session === null) throw refusal('NOT_AUTHENTICATED')
  const caller: Caller = { user: session.user, system: session.system, token }
  admit(who === 'owner' ? 'master' : who, caller)
  if (who === 'owner' && !parts.administration.ownsInstallation(caller.system.id)) {
    throw refusal('OWNERS_ONLY')
  }
  return caller
}
