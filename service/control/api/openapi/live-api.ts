import { LIVE_ERRORS } from '../../../contract/errors.ts'
import type { LiveErrorCode } from '../../../contract/errors.ts'
import { liveErrorResponse } from '../../../contract/live-api.ts'
import type { JsonSchema, OpenApiDocument, Parameter, PublishedOperation } from '../../../contract/openapi.ts'
import { problem } from '../../../contract/refusal/rules.ts'
import type { Problem } from '../../../contract/refusal/rules.ts'
import { OPERATION_GROUPS } from '../live/define-operation.ts'
import type { Operation, OperationGroup } from '../live/define-operation.ts'
import { liveBody } from '../live/form.ts'
import { OPERATIONS } from '../live/operations/index.ts'
import { IDEMPOTENCY_KEY, frameOf, idempotencyKey, json } from './document.ts'
import type { Publication } from './document.ts'
import { PublishedErrors } from './errors.ts'
import { PublishedSchemas } from './schemas.ts'
import { WEBHOOK_HEADERS, WEBHOOK_TAG, webhooks } from './webhooks.ts'

const DESCRIPTION = `Channels, HLS conversion and archive destinations.

Every operation is a POST to \`/\`; the header \`X-Sfu-Target\` names it. So that each has a place of its own in this document, its path here ends in a fragment, \`/#<operation>\`, which HTTP clients do not send.

Requests are JSON objects; a member that an operation does not know is ignored, and so is \`null\` where a member may be left out; a member of the wrong JSON type is refused. What is wrong with a request is status 400 and told by \`error_type\`.`

const GROUPS: Readonly<Record<OperationGroup, string>> = {
  Channels: 'Channels of both kinds, WebRTC and RTMP, and their playlists.',
  'Archive destinations': 'Where recordings are kept. What opens a store is never shown again.',
  Signaling: 'Connections of WebRTC channels.',
  Simulcast: 'Which layer a receiver gets.',
  Spotlight: 'Who is in the spotlight.',
  Push: 'Messages to clients.',
  Statistics: 'Counters of connections.',
  Experimental: 'No guarantee that these stay as they are.',
  Deprecated: 'Decided to be removed in future versions.',
}

const USUAL: readonly LiveErrorCode[] = [
  'MalformedJSON',
  'InvalidJSON',
  'MalformedRequest',
  'Unauthorized',
  'ForbiddenHost',
  'ForbiddenOrigin',
  'RequestTimeout',
  'PayloadTooLarge',
  'HeadersTooLarge',
  'TooManyRequests',
  'HandlerException',
]

/** What the examples of errors that name members name. */
const PROBLEMS: Readonly<Partial<Record<LiveErrorCode, readonly Problem[]>>> = {
  InvalidJSON: [problem('hls[0].video.width', 'integer', { min: 160, max: 4096 })],
  InvalidHeader: [problem('Idempotency-Key', 'characters', { min: 1, max: 255 })],
}

/** The live API as an OpenAPI 3.1 document, made from what its listener checks and answers by. */
export function liveApiDocument(publication: Publication): OpenApiDocument {
  const schemas = new PublishedSchemas()
  const errors = new PublishedErrors<LiveErrorCode>({
    specs: LIVE_ERRORS,
    shared: USUAL,
    schema: 'Error',
    body: (code) => liveBody(code, PROBLEMS[code]),
  })
  const operations = OPERATIONS.map((one) => [`/#${one.target}`, { post: operationOf(one, schemas, errors) }])
  const error = errorSchema(schemas.publish(liveErrorResponse, 'response'), errors.codeSchema())
  return {
    ...frameOf(publication, 'Airdesk live API', 'Channels, HLS conversion and archives.', DESCRIPTION),
    security: [{ accessToken: [] }],
    tags: [...OPERATION_GROUPS.map((name) => ({ name, description: GROUPS[name] })), WEBHOOK_TAG],
    paths: Object.fromEntries(operations) as OpenApiDocument['paths'],
    webhooks: webhooks(schemas),
    components: {
      schemas: { ...schemas.components(), Error: error },
      ...errors.components(),
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY, ...WEBHOOK_HEADERS },
      securitySchemes: {
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token of the system, as the console issues them.',
        },
      },
    },
  }
}

function operationOf(
  operation: Operation,
  schemas: PublishedSchemas,
  errors: PublishedErrors<LiveErrorCode>,
): PublishedOperation {
  const { target, group, summary, request, response, example } = operation
  return {
    operationId: target.replace(/^.*\./, ''),
    tags: [group],
    summary,
    ...(group === 'Deprecated' && { deprecated: true }),
    parameters: [targetHeader(target), ...(operation.creates ? [idempotencyKey] : [])],
    requestBody: {
      required: true,
      content: json({ schema: schemas.publish(request, 'request'), example: example.request }),
    },
    responses: {
      200: {
        description: 'Done.',
        content: json({ schema: schemas.publish(response, 'response'), example: example.response }),
      },
      ...errors.responses(errorsOf(operation)),
    },
  }
}

/** All that its answers may say is wrong. */
export function errorsOf({ creates, errors }: Operation): LiveErrorCode[] {
  const ofKey: LiveErrorCode[] = creates ? ['InvalidHeader', 'IDEMPOTENCY-KEY-REUSED'] : []
  return [...USUAL, ...errors, ...ofKey]
}

const targetHeader = (target: string): Parameter => ({
  name: 'X-Sfu-Target',
  in: 'header',
  required: true,
  description: 'Names the operation.',
  schema: { type: 'string', const: target },
})

/** The schema that every error is checked against, with the codes by name. */
function errorSchema(schema: JsonSchema, code: JsonSchema): JsonSchema {
  const { properties } = schema as { properties: object }
  return { ...schema, properties: { ...properties, error_type: code } }
}
