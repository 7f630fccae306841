import type { documentApi } from '../../../../contract/console/documents.ts'
import type { OpenApiDocument } from '../../../../contract/openapi.ts'
import type { Publication } from '../../openapi/document.ts'
import { consoleApiDocument } from '../../openapi/console-api.ts'
import { liveApiDocument } from '../../openapi/live-api.ts'
import { optionApiDocument } from '../../openapi/option-api.ts'
import type { Handlers } from '../handlers.ts'
import type { OpenapiParts } from '../console-parts.ts'

/** The documents of the APIs as of this installation. */
export function openapiRoutes(parts: OpenapiParts): Handlers<typeof documentApi> {
  const option = onceFor(optionApiDocument)
  const live = onceFor(liveApiDocument)
  const console = onceFor(consoleApiDocument)
  return {
    option: () => option({ version: parts.version, baseUrl: parts.optionBaseUrl() }),
    console: () => console({ version: parts.version, baseUrl: parts.consoleBaseUrl() }),
    live: () => live({ version: parts.version, baseUrl: parts.liveBaseUrl() }),
  }
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
