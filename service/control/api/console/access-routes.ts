import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createAccessTokenRequest } from '../../../contract/console-access.ts'
import type { AccessTokenList } from '../../../contract/console-access.ts'
import { OptionError } from '../../../contract/errors.ts'
import type { AccessTokenId } from '../../../contract/ids.ts'
import { jsonBody } from '../http/server.ts'
import { validate } from '../http/validate.ts'
import type { ConsoleParts } from './ports.ts'
import { masterOf } from './session.ts'
import { badRequest } from './session-routes.ts'

/** Access tokens of the live API, for masters. */
export function accessRoutes(server: FastifyInstance, parts: ConsoleParts): void {
  const { administration } = parts

  server.get('/console/api/access-tokens', (request): AccessTokenList => {
    const { system } = masterOf(request, parts)
    return { accessTokens: administration.accessTokens(system.id) }
  })
  server.post('/console/api/access-tokens', (request) => {
    const { system } = masterOf(request, parts)
    const { name } = validate(createAccessTokenRequest, jsonBody(request), badRequest)
    return administration.createAccessToken(system.id, name)
  })
  server.delete('/console/api/access-tokens/:id', (request: FastifyRequest<{ Params: { id: string } }>) => {
    const { system } = masterOf(request, parts)
    const id = request.params.id as AccessTokenId
    if (!administration.revokeAccessToken(system.id, id)) throw new OptionError('NOT_FOUND')
    return {}
  })
}
