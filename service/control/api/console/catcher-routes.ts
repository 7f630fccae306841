import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  CATCHER_PATH,
  catcherName,
  catcherSampleRequest,
  newCatcher,
  script,
} from '../../../contract/console-catchers.ts'
import type {
  CatcherList,
  CatcherView,
  CaughtRequestDetail,
  CaughtRequests,
} from '../../../contract/console-catchers.ts'
import type { SampleWebhookResponse } from '../../../contract/console-webhooks.ts'
import { OptionError } from '../../../contract/errors.ts'
import type { Catcher } from '../../catcher/repository.ts'
import { jsonBody } from '../http/server.ts'
import { validate } from '../http/validate.ts'
import type { ConsoleParts } from './ports.ts'
import { badRequest } from './session-routes.ts'
import { operatorOf } from './session.ts'
import type { SessionParts } from './session.ts'
import { exampleOf } from './webhook-samples.ts'

const PATH = '/console/api/catchers'

/** Catchers and what arrived there. For operators, of their own system. */
export function catcherRoutes(
  server: FastifyInstance,
  parts: SessionParts &
    Pick<ConsoleParts, 'catchers' | 'hooksBaseUrl'> & {
      readonly webhooks: Pick<ConsoleParts['webhooks'], 'sendSample'>
    },
): void {
  const { catchers, webhooks } = parts
  const urlOf = (name: string) => parts.hooksBaseUrl() + CATCHER_PATH.replace(':name', name)
  const view = ({ name, answer, delayMs, requests, lastArrivedAt }: Catcher): CatcherView => ({
    ...{ name, answer, delayMs, url: urlOf(name), requests, lastArrivedAt },
  })

  server.get(PATH, (request): CatcherList => {
    const { system } = operatorOf(request, parts)
    return { catchers: catchers.list(system.id).map(view) }
  })
  server.post(PATH, (request): CatcherView => {
    const { system } = operatorOf(request, parts)
    return view(catchers.create(system.id, validate(newCatcher, jsonBody(request), badRequest)))
  })
  server.put(`${PATH}/:name`, (request): CatcherView => {
    const { system } = operatorOf(request, parts)
    return view(catchers.change(system.id, nameOf(request), validate(script, jsonBody(request), badRequest)))
  })
  server.delete(`${PATH}/:name`, (request) => {
    const { system } = operatorOf(request, parts)
    catchers.remove(system.id, nameOf(request))
    return {}
  })
  server.post(`${PATH}/:name/sample`, (request): SampleWebhookResponse => {
    const { system } = operatorOf(request, parts)
    const { name } = catchers.find(system.id, nameOf(request))
    const { type } = validate(catcherSampleRequest, jsonBody(request), badRequest)
    return { id: webhooks.sendSample({ ...exampleOf('rtmp', type), systemId: system.id, url: urlOf(name) }) }
  })
  server.get(`${PATH}/:name/requests`, (request): CaughtRequests => {
    const { system } = operatorOf(request, parts)
    return { requests: catchers.requests(system.id, nameOf(request)) }
  })
  server.get(`${PATH}/:name/requests/:sequence`, (request): CaughtRequestDetail => {
    const { system } = operatorOf(request, parts)
    const { sequence } = request.params as { sequence: string }
    if (!/^\d{1,15}$/.test(sequence)) throw new OptionError('NOT_FOUND')
    return catchers.request(system.id, nameOf(request), Number(sequence))
  })
}

/**
 * The `:name` of a path.
 * @throws OptionError `NOT_FOUND` for what can't be one
 */
export function nameOf(request: FastifyRequest): string {
  const { data } = catcherName.safeParse((request.params as { name: string }).name)
  if (data === undefined) throw new OptionError('NOT_FOUND', 'There is no catcher of this name.')
  return data
}
