import type { FastifyInstance, FastifyRequest } from 'fastify'
import { listRequestsQuery } from '../../../contract/console-requests.ts'
import type { RequestDetail, RequestList, RequestView } from '../../../contract/console-requests.ts'
import { OptionError } from '../../../contract/errors.ts'
import type { CallScope, CallSummary } from '../../request-log/ports.ts'
import { validate } from '../http/validate.ts'
import type { ConsoleParts } from './ports.ts'
import { masterOf } from './session.ts'
import type { SessionParts } from './session.ts'
import { badRequest } from './session-routes.ts'

type RequestLogParts = SessionParts & Pick<ConsoleParts, 'requests' | 'onlySystem'>

/** The calls of both APIs, for masters: bodies show what other permissions guard. */
export function requestLogRoutes(server: FastifyInstance, parts: RequestLogParts): void {
  server.get('/console/api/requests', async (request): Promise<RequestList> => {
    const scope = scopeOf(request, parts)
    const query = validate(listRequestsQuery, request.query, badRequest)
    const { calls, next } = await parts.requests.list(scope, query)
    return { requests: calls.map(viewOf), next }
  })

  server.get('/console/api/requests/:id', (request): RequestDetail => {
    const scope = scopeOf(request, parts)
    const { id } = request.params as { id: string }
    const call = /^\d{1,15}$/.test(id) ? parts.requests.find(scope, Number(id)) : null
    if (!call) throw new OptionError('NOT_FOUND')
    return { ...viewOf(call), request: call.request, response: call.response }
  })
}

/** @throws OptionError `NOT_AUTHENTICATED`, `FORBIDDEN` */
function scopeOf(request: FastifyRequest, parts: RequestLogParts): CallScope {
  const { system } = masterOf(request, parts)
  return { systemId: system.id, unknownCallers: parts.onlySystem() }
}

function viewOf(call: CallSummary): RequestView {
  const { id, at, api, operation, caller, remoteAddress, status, durationMs, unknownMembers } = call
  return { id, at, api, operation, caller, remoteAddress, status, durationMs, unknownMembers }
}
