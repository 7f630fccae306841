import type { FastifyInstance } from 'fastify'
import {
  redeliverAllRequest,
  sampleWebhookRequest,
  webhookListQuery,
} from '../../../contract/console-webhooks.ts'
import type {
  RedeliverAllResponse,
  SampleWebhookResponse,
  WebhookDetail,
  WebhookEndpoints,
  WebhookList,
} from '../../../contract/console-webhooks.ts'
import { OptionError } from '../../../contract/errors.ts'
import { jsonBody } from '../http/server.ts'
import { validate } from '../http/validate.ts'
import type { EndpointParts } from '../option/define-endpoint.ts'
import { idOf } from './id-param.ts'
import type { ConsoleParts } from './ports.ts'
import { badRequest } from './session-routes.ts'
import { sampleOf } from './webhook-samples.ts'
import { operatorOf } from './session.ts'
import type { SessionParts } from './session.ts'

const PATH = '/console/api/webhooks'

/** What was sent to webhooks and what came back, and sending it again. For operators, of their own system. */
export function webhookRoutes(
  server: FastifyInstance,
  parts: SessionParts & Pick<ConsoleParts, 'webhooks'> & { readonly option: Pick<EndpointParts, 'channels'> },
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
    const event = webhooks.find(system.id, idOf(request))
    if (!event) throw new OptionError('NOT_FOUND')
    return event
  })
  server.post(`${PATH}/:id/redeliver`, (request) => {
    const { system } = operatorOf(request, parts)
    webhooks.redeliver(system.id, idOf(request))
    return {}
  })
  server.post(`${PATH}/sample`, (request): SampleWebhookResponse => {
    const { system } = operatorOf(request, parts)
    const { channelId, type } = validate(sampleWebhookRequest, jsonBody(request), badRequest)
    const channel = parts.option.channels.find(system.id, channelId)
    if (!channel) throw new OptionError('NOT_FOUND')
    return { id: webhooks.sendSample(sampleOf(channel, type)) }
  })
  server.post(`${PATH}/redeliver`, async (request): Promise<RedeliverAllResponse> => {
    const { system } = operatorOf(request, parts)
    const { url, channelId, since } = validate(redeliverAllRequest, jsonBody(request), badRequest)
    return { count: await webhooks.redeliverAll(system.id, { url, channelId, since }) }
  })
}
