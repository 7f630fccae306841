/** Routes whose bodies are no JSON: they have parsers of their own. */
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { HookRoute, UploadRoute } from '../../../contract/console/route.ts'
import { badRequest } from '../../../contract/refusal/refusal.ts'
import { problem } from '../../../contract/refusal/rules.ts'
import { checkResponse } from '../http/validate.ts'
import { audited } from './audited.ts'
import { callReader, gate } from './calls.ts'
import type { Mounting, Upload } from './handlers.ts'

const STREAMED: object = { streams: true }

/** The body is read as it comes, and by nobody before the caller is known. */
export function mountUpload({ server, route, handler, parts }: Mounting<UploadRoute>): void {
  const read = callReader(route, parts)
  withOwnParsers(server, (scope) => {
    scope.addContentTypeParser(route.mediaType, (_request, payload, parsed) => parsed(null, payload))
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null, null))
    scope.post(route.path, { ...gate(route, parts), config: STREAMED }, async (request, reply) => {
      const file = uploadOf(request, route.mediaType)
      const answer = await audited(route, parts, handler, read(request, reply), file)
      return checkResponse(route.path, route.answer, answer)
    })
  })
}

/** @throws Refusal `BAD_REQUEST` where the size of the file is not told */
function uploadOf(request: FastifyRequest, mediaType: string): Upload {
  const bytes = Number(request.headers['content-length'] ?? Number.NaN)
  if (!(bytes > 0)) throw badRequest(problem('Content-Length', 'fileSize'))
  return {
    bytes,
    content: () => {
      if (request.body) return request.body as Readable
      throw badRequest(problem('Content-Type', 'exactly', { value: mediaType }))
    },
  }
}

/** Its handler refuses other methods itself, after it has looked at who calls. */
export function mountHook({ server, route, handler, parts }: Mounting<HookRoute>): void {
  const read = callReader(route, parts)
  withOwnParsers(server, (scope) => {
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body))
    scope.all(route.path, (request, reply) => handler(read(request, reply)))
  })
}

function withOwnParsers(server: FastifyInstance, mount: (scope: FastifyInstance) => void): void {
  void server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    mount(scope)
    done()
  })
}
