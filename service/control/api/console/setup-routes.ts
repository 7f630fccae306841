import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  changeFirstUserRequest,
  checkPortRequest,
  choosePortsRequest,
  finishSetupRequest,
} from '../../../contract/console-setup.ts'
import type { SetupState } from '../../../contract/console-setup.ts'
import { OptionError } from '../../../contract/errors.ts'
import { jsonBody } from '../http/server.ts'
import { validate } from '../http/validate.ts'
import type { ConsoleParts } from './ports.ts'
import { masterOf, sessionOf, tokenOf } from './session.ts'
import { badRequest } from './session-routes.ts'

/** Setting up a new installation, for masters of the first system. */
export function setupRoutes(server: FastifyInstance, parts: ConsoleParts): void {
  const { administration, setup, portDesk } = parts
  const ownerOf = (request: FastifyRequest) => {
    const session = masterOf(request, parts)
    if (administration.ownsInstallation(session.system.id)) return session
    throw new OptionError('FORBIDDEN', 'Only masters of the first system may do this.')
  }

  server.get('/console/api/setup', (request): SetupState => {
    const { user, system } = sessionOf(request, parts)
    const isAsked = user.isMaster && administration.ownsInstallation(system.id)
    return { finished: !isAsked || setup.isFinished() }
  })
  server.get('/console/api/setup/user', (request) => setup.firstUser(ownerOf(request)))
  server.put('/console/api/setup/user', async (request) => {
    const session = ownerOf(request)
    const change = validate(changeFirstUserRequest, jsonBody(request), badRequest)
    await setup.changeFirstUser(session, tokenOf(request, parts) ?? '', change)
    return {}
  })
  server.post('/console/api/setup/finish', async (request) => {
    const session = ownerOf(request)
    const wish = validate(finishSetupRequest, jsonBody(request), badRequest)
    return { channelId: await setup.finish(session, wish) }
  })

  server.get('/console/api/diagnostics', (request) => {
    ownerOf(request)
    return parts.diagnostics()
  })

  server.get('/console/api/setup/ports', (request) => {
    ownerOf(request)
    return portDesk.list()
  })
  server.post('/console/api/setup/ports/check', (request) => {
    ownerOf(request)
    const { name, port } = validate(checkPortRequest, jsonBody(request), badRequest)
    return portDesk.check(name, port)
  })
  server.put('/console/api/setup/ports', (request) => {
    ownerOf(request)
    const { ports } = validate(choosePortsRequest, jsonBody(request), badRequest)
    portDesk.choose(ports)
    return portDesk.list()
  })
}
