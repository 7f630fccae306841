import type { FastifyInstance, FastifyRequest } from 'fastify'
import { changeSystemRequest, newSystemRequest, setOriginsRequest } from '../../../contract/console-access.ts'
import type { SystemList, SystemSettings } from '../../../contract/console-access.ts'
import { OptionError } from '../../../contract/errors.ts'
import { timeZoneSchema } from '../../system/settings.ts'
import type { System } from '../../system/system.ts'
import { jsonBody } from '../http/server.ts'
import { validate } from '../http/validate.ts'
import type { ConsoleParts } from './ports.ts'
import { masterOf } from './session.ts'
import { badRequest } from './session-routes.ts'

const timeZone = timeZoneSchema.optional()
const changeSystem = changeSystemRequest.extend({ timeZone })
const newSystem = newSystemRequest.extend({ timeZone })

/** Settings of a system, for its masters. */
export function settingsRoutes(server: FastifyInstance, parts: ConsoleParts): void {
  const { administration } = parts

  server.get('/console/api/system', (request) => settingsOf(masterOf(request, parts).system))
  server.patch('/console/api/system', (request) => {
    const { system } = masterOf(request, parts)
    const change = validate(changeSystem, jsonBody(request), badRequest)
    return settingsOf(administration.change(system.id, change))
  })
  server.get('/console/api/system/webhook-secret', (request) => {
    const { webhookSecret } = masterOf(request, parts).system
    return { webhookSecret }
  })
  server.post('/console/api/system/webhook-secret/rotate', (request) => {
    const { system } = masterOf(request, parts)
    return { webhookSecret: administration.rotateWebhookSecret(system.id) }
  })
}

/** What is of the whole installation, for masters of the first system. */
export function installationRoutes(server: FastifyInstance, parts: ConsoleParts): void {
  const { actions, administration } = parts
  const requireOwner = (request: FastifyRequest) => {
    const { system } = masterOf(request, parts)
    if (administration.ownsInstallation(system.id)) return
    throw new OptionError('FORBIDDEN', 'Only masters of the first system may do this.')
  }

  server.get('/console/api/origins', (request) => {
    requireOwner(request)
    return { origins: administration.allowedOrigins.current() }
  })
  server.put('/console/api/origins', (request) => {
    requireOwner(request)
    const { origins } = validate(setOriginsRequest, jsonBody(request), badRequest)
    administration.allowedOrigins.replace(origins)
    return { origins: administration.allowedOrigins.current() }
  })
  server.get('/console/api/systems', (request): SystemList => {
    requireOwner(request)
    return { systems: administration.systems() }
  })
  server.post('/console/api/systems', (request) => {
    requireOwner(request)
    return administration.createSystem(validate(newSystem, jsonBody(request), badRequest))
  })
  // It has connections of every system.
  server.post('/console/api/verification/restart', async (request) => {
    requireOwner(request)
    await actions.restartVerification()
    return {}
  })
}

function settingsOf({ name, timeZone, passwordMinLength }: System): SystemSettings {
  return { name, timeZone, passwordMinLength }
}
