import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { z } from 'zod'
import type { Route } from '../../../contract/console/route.ts'
import { refusal } from '../../../contract/refusal/refusal.ts'
import { jsonBody } from '../http/server.ts'
import { unknownMembers } from '../../json/unknown-members.ts'
import { validate } from '../http/validate.ts'
import { parameterReader } from '../option/parameters.ts'
import { callerOf } from './admission.ts'
import { admitAudited } from './audited.ts'
import type { MountParts } from './handlers.ts'
import type { Call } from './handlers.ts'
import { isTried, noteTried } from './tried-calls.ts'

/** Refuses who may not call the route, before the body is read. */
export function gate(route: Route, parts: MountParts): { onRequest: onRequestHookHandler } {
  return {
    onRequest: (request, _reply, done) => {
      admitAudited(route, request, parts)
      if (route.onlyEmulator && parts.emulator === null) throw refusal('NOT_EMULATED')
      done()
    },
  }
}

/**
 * Makes what admits and checks a request of a route. The caller is asked for again: a body takes its time, and the
 * session may have ended meanwhile.
 */
export function callReader<R extends Route>(route: R, parts: MountParts) {
  const query = route.kind === 'json' ? route.query : undefined
  const body = route.kind === 'json' || route.kind === 'file' ? route.body : undefined
  const params = z.object(route.params ?? {})
  const readQuery = query && parameterReader({ method: 'GET', request: query })
  return (request: FastifyRequest, reply: FastifyReply): Call<R> => {
    const caller = callerOf(route, request, parts)
    noteTried(request, { caller })
    const inPath = paramsOf(params, request)
    const given = readQuery ? readQuery(request) : body ? jsonBody(request) : undefined
    noteTried(request, { parameters: given })
    const read = {
      ...{ caller, params: inPath },
      query: query ? validate(query, given) : null,
      body: body ? validate(body, given) : null,
      ...{ request, reply },
    }
    if (isTried(request))
      noteTried(request, { unknownMembers: unknownMembers(given, read.query ?? read.body) })
    // Its members are what the schemas of this route gave; handlers know which ones.
    return read as unknown as Call<R>
  }
}

/** @throws Refusal `NOT_FOUND` for what can't be a part of the path */
function paramsOf(params: z.ZodObject, request: FastifyRequest): object {
  const { data } = params.safeParse(request.params)
  if (data === undefined) throw refusal('NOT_FOUND')
  return data
}
