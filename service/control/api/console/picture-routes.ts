import type { FastifyInstance } from 'fastify'
import { OptionError } from '../../../contract/errors.ts'
import { idOf } from './id-param.ts'
import type { ConsoleParts } from './ports.ts'
import { sessionOf } from './session.ts'
import type { SessionParts } from './session.ts'

/** What a channel shows now, small, for who is signed in: `404` off air. Every answer is `no-store`. */
export function pictureRoutes(server: FastifyInstance, parts: SessionParts & Pick<ConsoleParts, 'pictures'>) {
  server.get('/console/api/channels/:id/picture.jpg', async (request, reply) => {
    const { system } = sessionOf(request, parts)
    const jpeg = await parts.pictures.newest(system.id, idOf(request))
    if (jpeg === null) throw new OptionError('NOT_FOUND', 'The channel shows nothing now.')
    return reply.type('image/jpeg').send(Buffer.from(jpeg))
  })
}
