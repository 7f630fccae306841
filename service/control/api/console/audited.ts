/** Routes that change something tell the audit log, whether it is done or refused. */
import type { FastifyRequest } from 'fastify'
import { types } from 'node:util'
import type { Route } from '../../../contract/console/route.ts'
import { Refusal } from '../../../contract/refusal/refusal.ts'
import type { RefusalCode } from '../../../contract/refusal/refusals.ts'
import type { AuditLog, Begun } from '../../audit/audit-log.ts'
import { userActor } from '../../audit/actors.ts'
import { callerOf } from './admission.ts'
import type { AdmissionParts, ConsoleCaller } from './admission.ts'
import { wayOf } from './session.ts'

export type AuditParts = AdmissionParts & { readonly audit: Pick<AuditLog, 'attempt' | 'refused'> }

/** Refusals of people who are signed in. */
const NOT_ALLOWED: readonly RefusalCode[] = ['PERMISSION_NEEDED', 'MASTERS_ONLY', 'OWNERS_ONLY']

/** Who tries is told of, as whomever they look. */
const ONESELF = { who: 'signed-in', kind: 'json', method: 'GET', asOneself: true } as const

/** A call as far as the log wants to know it. */
interface CallOfSomebody {
  readonly caller: ConsoleCaller | null
  readonly request: FastifyRequest
  readonly params: object
  readonly query: object | null
  readonly body: object | null
}

/** Runs the handler of a route, as what the definition of the route says. */
export function audited<C extends CallOfSomebody, Rest extends readonly unknown[], Answer extends object>(
  route: Route,
  parts: AuditParts,
  handler: (call: C, ...rest: Rest) => Answer,
  ...[call, ...rest]: [C, ...Rest]
): Answer {
  const run = () => handler(call, ...rest)
  if (!route.audit) return run()
  const given = { ...call.params, ...call.query, ...call.body }
  return parts.audit.attempt(begun(route, call, given), run, types.isAsyncFunction(handler))
}

/** Refuses who may not call the route; whoever is signed in and tries is recorded. */
export function admitAudited(route: Route, request: FastifyRequest, parts: AuditParts): void {
  try {
    callerOf(route, request, parts)
  } catch (error) {
    if (route.audit && error instanceof Refusal && NOT_ALLOWED.includes(error.code)) {
      const caller = callerOf(ONESELF, request, parts)
      parts.audit.refused(begun(route, { caller, request }, request.params as object), error)
    }
    throw error
  }
}

function begun(
  { audit, who }: Route,
  { caller, request }: { readonly caller: ConsoleCaller | null; readonly request: FastifyRequest },
  given: object,
): Begun {
  if (!audit) throw new Error('the route has nothing to record')
  return {
    verb: audit,
    actor: userActor(caller?.viewedBy ?? caller?.user ?? null),
    systemId: who === 'owner' ? null : (caller?.system.id ?? null),
    via: wayOf(request),
    remoteAddress: request.ip,
    given,
  }
}
