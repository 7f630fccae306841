import type { FastifyInstance } from 'fastify'
import { healthQuery } from '../../../contract/console-health.ts'
import type { HealthView } from '../../../contract/console-health.ts'
import { OptionError } from '../../../contract/errors.ts'
import { validate } from '../http/validate.ts'
import { idOf } from './id-param.ts'
import type { ConsoleParts } from './ports.ts'
import { badRequest } from './session-routes.ts'
import { sessionOf } from './session.ts'
import type { SessionParts } from './session.ts'

/** How well a channel's broadcast runs. For everyone who is signed in, as the rest of what the console watches. */
export function healthRoutes(
  server: FastifyInstance,
  parts: SessionParts & Pick<ConsoleParts, 'health' | 'option'>,
): void {
  server.get('/console/api/channels/:id/health', (request): HealthView => {
    const { system } = sessionOf(request, parts)
    const channel = parts.option.channels.find(system.id, idOf(request))
    if (!channel) throw new OptionError('NOT_FOUND')
    const { since } = validate(healthQuery, request.query, badRequest)
    return parts.health.view(channel, since)
  })
}
