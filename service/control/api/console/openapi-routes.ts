import type { FastifyInstance } from 'fastify'
import type { OpenApiDocument } from '../../../contract/openapi.ts'
import type { Publication } from '../openapi/document.ts'
import { liveApiDocument } from '../openapi/live-api.ts'
import { optionApiDocument } from '../openapi/option-api.ts'
import { sessionOf } from './session.ts'
import type { OpenapiParts } from './ports.ts'
import type { SessionParts } from './session.ts'

/** The documents of both APIs as of this installation, for everyone who is signed in. */
export function openapiRoutes(server: FastifyInstance, parts: SessionParts & OpenapiParts): void {
  const documents = {
    option: onceFor(optionApiDocument),
    live: onceFor(liveApiDocument),
  }
  server.get('/console/api/openapi/option.json', (request) => {
    sessionOf(request, parts)
    return documents.option({ version: parts.version, baseUrl: parts.optionBaseUrl() })
  })
  server.get('/console/api/openapi/live.json', (request) => {
    sessionOf(request, parts)
    return documents.live({ version: parts.version, baseUrl: parts.liveBaseUrl() })
  })
}

/** Making a document takes milliseconds that other requests would wait for, so it is kept. */
function onceFor(make: (publication: Publication) => OpenApiDocument): typeof make {
  let kept: { readonly key: string; readonly document: OpenApiDocument } | null = null
  return (publication) => {
    const key = `${publication.version} ${publication.baseUrl}`
    if (kept?.key !== key) kept = { key, document: make(publication) }
    return kept.document
  }
}
