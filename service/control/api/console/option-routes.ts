import type { FastifyInstance, FastifyRequest } from 'fastify'
import { admit } from '../option/admission.ts'
import type { Caller, Endpoint } from '../option/define-endpoint.ts'
import { parameterReader } from '../option/parameters.ts'
import { ENDPOINTS } from '../option/routes/index.ts'
import type { ConsoleParts } from './ports.ts'
import { sessionOf, tokenOf } from './session.ts'

/** The option API as the console's own page calls it: same parameters, answers and permissions. */
export function optionRoutes(server: FastifyInstance, parts: ConsoleParts): void {
  for (const endpoint of ENDPOINTS) {
    // The console signs in by a door of its own, which sets the cookie.
    if (endpoint.permission !== 'public') addRoute(server, endpoint, parts)
  }
}

function addRoute(server: FastifyInstance, endpoint: Endpoint, parts: ConsoleParts): void {
  const read = parameterReader(endpoint)
  server.route({
    method: endpoint.method,
    url: endpoint.path.replace(/^\/api/, '/console/api/option'),
    async handler(request) {
      const caller = callerOf(request, parts)
      admit(endpoint.permission, caller)
      const checked = endpoint.check(read(request))
      const context = { parts: parts.option, caller, remoteAddress: request.socket.remoteAddress ?? '' }
      if (!endpoint.creates) {
        const answer = await endpoint.run(checked, context)
        // Deleting a user and changing a password end sessions.
        if (endpoint.method !== 'GET') parts.events.sessionsChanged()
        return answer
      }
      const make = await endpoint.prepare(checked, context)
      return make()
    },
  })
}

/** @throws OptionError `NOT_AUTHENTICATED` */
function callerOf(request: FastifyRequest, parts: ConsoleParts): Caller {
  const { user, system } = sessionOf(request, parts)
  return { user, system, token: tokenOf(request, parts) ?? '' }
}
