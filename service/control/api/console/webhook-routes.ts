import type { FastifyInstance, FastifyRequest } from 'fastify'
import { redeliverAllRequest, webhookListQuery } from '../../../contract/console-webhooks.ts'
import type {
  RedeliverAllResponse,
  WebhookDetail,
  WebhookEndpoints,
  WebhookList,
} from '../../../contract/console-webhooks.ts'
import { OptionError } from '../../../contract/errors.ts'
import { ID_PATTERN } from '../../../contract/ids.ts'
import type { WebhookEventId } from '../../../contract/ids.ts'
import { jsonBody } from '../http/server.ts'
import { validate } from '../http/validate.ts'
import type { ConsoleParts } from './ports.ts'
import { badRequest } from './session-routes.ts'
import { operatorOf } from './session.ts'
import type { SessionParts } from './session.ts'

const PATH = '/console/api/webhooks'

/** What was sent to webhooks and what came back, and sending it again. For operators, of their own system. */
export function webhookRoutes(
  server: FastifyInstance,
  parts: SessionParts & Pick<ConsoleParts, 'webhooks'>,
): void {
  const { webhooks } = parts

  server.get(PATH, (request): Promise<WebhookList> => {
    const { system } = operatorOf(request, parts)
    return webhooks.list(system.id, validate(webhookListQuery, request.query, badRequest))
  })
  server.get(`${PATH}/endpoints`, (request): WebhookEndpoints => {
    const { system } = operatorOf(request, parts)
    return { endpoints: webhooks.endpoints(system.id) }
  })
  server.get(`${PATH}/:id`, (request): WebhookDetail => {
    const { system } = operatorOf(request, parts)
    const event = webhooks.find(system.id, eventIdOf(request))
    if (!event) throw new OptionError('NOT_FOUND')
    return event
  })
  server.post(`${PATH}/:id/redeliver`, (request) => {
    const { system } = operatorOf(request, parts)
    webhooks.redeliver(system.id, eventIdOf(request))
    return {}
  })
  server.post(`${PATH}/redeliver`, async (request): Promise<RedeliverAllResponse> => {
    const { system } = operatorOf(request, parts)
    const { url, channelId, since } = validate(redeliverAllRequest, jsonBody(request), badRequest)
    return { count: await webhooks.redeliverAll(system.id, { url, channelId, since }) }
  })
}

/** @throws OptionError `NOT_FOUND` for what can't be an id */
function eventIdOf(request: FastifyRequest): WebhookEventId {
  const { id } = request.params as { id: string }
  if (!ID_PATTERN.test(id)) throw new OptionError('NOT_FOUND')
  return id as WebhookEventId
}
