import type { FastifyInstance } from 'fastify'
import { renameChannelRequest } from '../../../contract/console.ts'
import { OptionError } from '../../../contract/errors.ts'
import type { ChannelId, ConnectionId } from '../../../contract/ids.ts'
import { jsonBody, sendAnswer } from '../http/server.ts'
import { validate } from '../http/validate.ts'
import { HttpFault } from '../http/fault.ts'
import { liveForm } from '../live/form.ts'
import { idOf } from './id-param.ts'
import type { ConsoleParts } from './ports.ts'
import { operatorOf, sessionOf } from './session.ts'
import { badRequest } from './session-routes.ts'

/** What an operator does: the live API with the console's own token, and what that API does not have. */
export function actionRoutes(server: FastifyInstance, parts: ConsoleParts): void {
  const { actions } = parts

  server.patch('/console/api/channels/:id', (request) => {
    const { system } = operatorOf(request, parts)
    const { name } = validate(renameChannelRequest, jsonBody(request), badRequest)
    actions.rename(system.id, idOf<ChannelId>(request), name)
    return {}
  })
  server.post('/console/api/channels/:id/test-picture', async (request) => {
    const { system } = operatorOf(request, parts)
    await actions.startTestPicture(system.id, idOf<ChannelId>(request))
    return {}
  })
  server.delete('/console/api/channels/:id/test-picture', async (request) => {
    const { system } = operatorOf(request, parts)
    await actions.stopTestPicture(system.id, idOf<ChannelId>(request))
    return {}
  })
  server.delete('/console/api/connections/:id', async (request) => {
    const { system } = operatorOf(request, parts)
    const ended = await actions.endConnection(system.id, idOf<ConnectionId>(request))
    if (!ended) throw new OptionError('NOT_FOUND')
    return {}
  })
  server.get('/console/api/keys/:id', (request, reply) => {
    const { system } = sessionOf(request, parts)
    const key = actions.findKey(system.id, idOf<string>(request))
    if (key === null) throw new OptionError('NOT_FOUND')
    return reply.type('application/octet-stream').send(Buffer.from(key, 'hex'))
  })
  server.get('/console/api/ca.pem', (request, reply) => {
    sessionOf(request, parts)
    return reply
      .type('application/x-pem-file')
      .header('content-disposition', 'attachment; filename="airdesk-ca.pem"')
      .send(parts.caCertificate)
  })
}

/** The live API as the console's own page calls it: same operations, same answers, also when refused. */
export function liveRoute(server: FastifyInstance, parts: ConsoleParts): void {
  const { actions } = parts
  server.post(
    '/console/api/live',
    {
      errorHandler: (error, _request, reply) => {
        const answer = error instanceof HttpFault ? liveForm(error) : null
        if (!answer) throw error
        sendAnswer(reply, answer)
      },
    },
    async (request, reply) => {
      const { system } = operatorOf(request, parts)
      const header = request.headers['x-sfu-target']
      const target = Array.isArray(header) ? header[0] : header
      return sendAnswer(reply, await actions.live({ systemId: system.id, target, body: jsonBody(request) }))
    },
  )
}
