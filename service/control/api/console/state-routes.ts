import { createReadStream, rmSync, statSync } from 'node:fs'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  STATE_MEDIA_TYPE,
  demoRequest,
  resetRequest,
  snapshotRequest,
} from '../../../contract/console-state.ts'
import type { ResetView, Restart, Snapshot, StateView } from '../../../contract/console-state.ts'
import { OptionError } from '../../../contract/errors.ts'
import type { Session } from '../../identity/user.ts'
import { jsonBody } from '../http/server.ts'
import { validate } from '../http/validate.ts'
import { idOf } from './id-param.ts'
import type { ConsoleParts } from './ports.ts'
import { masterOf, tokenOf } from './session.ts'
import { badRequest } from './session-routes.ts'

const SNAPSHOTS = '/console/api/snapshots'
const RESET = '/console/api/reset'

/** The state as files, for masters of the first system, and what a master resets in their own. */
export function stateRoutes(server: FastifyInstance, parts: ConsoleParts): void {
  const { administration, setup, resets, state } = parts
  const ownerOf = (request: FastifyRequest): Session => {
    const session = masterOf(request, parts)
    if (administration.ownsInstallation(session.system.id)) return session
    throw new OptionError('FORBIDDEN', 'Only masters of the first system may do this.')
  }
  const askingOf = (request: FastifyRequest) => {
    const { user } = ownerOf(request)
    return parts.asking(tokenOf(request, parts) ?? '', user)
  }
  /** The answer is out before the service ends. */
  const restarting = (reply: FastifyReply, restart: Restart): Restart => {
    reply.raw.once('close', () => state.restart())
    return restart
  }

  server.get('/console/api/state', (request): StateView => state.view(ownerOf(request).system.id))
  server.post(SNAPSHOTS, (request): Snapshot => {
    ownerOf(request)
    const { name } = validate(snapshotRequest, jsonBody(request), badRequest)
    return state.save(name)
  })
  server.delete(`${SNAPSHOTS}/:id`, (request) => {
    ownerOf(request)
    state.remove(idOf(request))
    return {}
  })
  server.post(`${SNAPSHOTS}/:id/restore`, (request, reply) => {
    const session = askingOf(request)
    return restarting(reply, state.restore(idOf(request), session))
  })
  server.get(`${SNAPSHOTS}/:id/file`, (request, reply) => {
    ownerOf(request)
    return sendOnce(reply, state.exportSnapshot(idOf(request)))
  })
  server.get('/console/api/export', (request, reply) => {
    ownerOf(request)
    return sendOnce(reply, state.export())
  })
  importRoute(server, async (request, reply, content) => {
    const session = askingOf(request)
    const bytes = Number(request.headers['content-length'] ?? Number.NaN)
    if (!(bytes > 0)) throw badRequest([{ member: 'Content-Length', rule: 'must be the size of the file' }])
    return restarting(reply, await state.import(content(), bytes, session))
  })
  server.post('/console/api/demo', async (request) => {
    const session = ownerOf(request)
    const { language } = validate(demoRequest, jsonBody(request), badRequest)
    await setup.addDemo(session, language)
    return {}
  })

  server.get(RESET, (request): ResetView => resets.view(masterOf(request, parts).user))
  server.post(RESET, (request) => {
    const { user } = masterOf(request, parts)
    const { kinds } = validate(resetRequest, jsonBody(request), badRequest)
    return resets.run(user, kinds)
  })
}

/** Its body is a file, which is read as it comes, and by nobody before the caller is known. */
function importRoute(
  server: FastifyInstance,
  handle: (request: FastifyRequest, reply: FastifyReply, content: () => Readable) => Promise<Restart>,
): void {
  void server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(STATE_MEDIA_TYPE, (_request, payload, parsed) => parsed(null, payload))
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null, null))
    scope.post('/console/api/import', (request, reply) =>
      handle(request, reply, () => {
        const { body } = request
        if (body) return body as Readable
        throw badRequest([{ member: 'Content-Type', rule: `must be ${STATE_MEDIA_TYPE}` }])
      }),
    )
    done()
  })
}

/** Sends a file, which is removed afterwards. */
function sendOnce(reply: FastifyReply, file: string): FastifyReply {
  reply.raw.once('close', () => rmSync(file, { force: true }))
  const day = new Date().toISOString().slice(0, 16).replaceAll(':', '')
  return reply
    .type(STATE_MEDIA_TYPE)
    .header('content-length', statSync(file).size)
    .header('content-disposition', `attachment; filename="airdesk-${day}.airdesk"`)
    .send(createReadStream(file))
}
