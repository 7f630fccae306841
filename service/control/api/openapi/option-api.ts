import { OPTION_ERRORS } from '../../../contract/errors.ts'
import type { OptionErrorCode } from '../../../contract/errors.ts'
import type {
  HttpMethod,
  JsonSchema,
  OpenApiDocument,
  Parameter,
  PublishedOperation,
} from '../../../contract/openapi.ts'
import { optionErrorResponse } from '../../../contract/option-api.ts'
import type { Permission } from '../../../contract/permission.ts'
import type { Endpoint } from '../option/define-endpoint.ts'
import { problem } from '../../../contract/refusal/rules.ts'
import type { Problem } from '../../../contract/refusal/rules.ts'
import { optionBody } from '../option/form.ts'
import { ENDPOINTS } from '../option/routes/index.ts'
import { IDEMPOTENCY_KEY, frameOf, idempotencyKey, json } from './document.ts'
import type { Publication } from './document.ts'
import { PublishedErrors } from './errors.ts'
import { PublishedSchemas } from './schemas.ts'

const DESCRIPTION = `Schedules, users, access and chat of one system, as plain REST.

Everything but login needs the token of login. Requests are JSON objects; a member that an endpoint does not know is ignored, and so is \`null\` where a member may be left out; a member of the wrong JSON type is refused. The parameters of GET and DELETE come in the query or as a JSON body; where both have one, the query counts. Lengths are counted in Unicode code points, dates and times are read and written in the system's time zone.`

const TAGS = {
  Login: 'Signing in.',
  Schedules: 'When is broadcast, and how.',
  Broadcasts: 'What is needed to broadcast and to watch.',
  Users: 'Who may do what.',
  Secrets: 'The own password, and the access code of the system.',
  Chat: 'Messages to a schedule.',
} as const

const TAG_OF_PATH: Readonly<Record<string, keyof typeof TAGS>> = {
  '/api/login': 'Login',
  '/api/schedule': 'Schedules',
  '/api/delivery': 'Broadcasts',
  '/api/view': 'Broadcasts',
  '/api/user': 'Users',
  '/api/password': 'Secrets',
  '/api/access-code': 'Secrets',
  '/api/chat': 'Chat',
}

export const WHO: Readonly<Record<Permission, string>> = {
  public: 'Needs no token.',
  'signed-in': 'For every signed-in user.',
  schedule: 'Needs the permission `schedule`.',
  delivery: 'Needs the permission `delivery`.',
  view: 'Needs the permission `view`.',
  user: 'Needs the permission `user`.',
  'delivery or view': 'Needs the permission `delivery` or `view`.',
  master: 'For masters only.',
}

const USUAL: readonly OptionErrorCode[] = [
  'BAD_JSON',
  'BAD_REQUEST',
  'MALFORMED_REQUEST',
  'NOT_AUTHENTICATED',
  'FORBIDDEN_HOST',
  'FORBIDDEN_ORIGIN',
  'REQUEST_TIMEOUT',
  'PAYLOAD_TOO_LARGE',
  'HEADERS_TOO_LARGE',
  'TOO_MANY_REQUESTS',
  'INTERNAL',
  'STORAGE_FULL',
]

/** What the examples of errors that name members name. */
const PROBLEMS: Readonly<Partial<Record<OptionErrorCode, readonly Problem[]>>> = {
  BAD_REQUEST: [problem('name', 'characters', { min: 1, max: 30 })],
}

/** The option API as an OpenAPI 3.1 document, made from what its listener checks and answers by. */
export function optionApiDocument(publication: Publication): OpenApiDocument {
  const schemas = new PublishedSchemas()
  const errors = new PublishedErrors<OptionErrorCode>({
    specs: OPTION_ERRORS,
    shared: [...USUAL, 'FORBIDDEN', 'NOT_FOUND'],
    schema: 'Error',
    body: (code) => optionBody(code, PROBLEMS[code]),
  })
  const paths: Record<string, Partial<Record<HttpMethod, PublishedOperation>>> = {}
  for (const endpoint of ENDPOINTS) {
    const method = endpoint.method.toLowerCase() as HttpMethod
    paths[endpoint.path] = { ...paths[endpoint.path], [method]: operationOf(endpoint, schemas, errors) }
  }
  const error = errorSchema(schemas.publish(optionErrorResponse, 'response'), errors.codeSchema())
  return {
    ...frameOf(publication, 'Airdesk option API', 'Schedules, users, access and chat.', DESCRIPTION),
    security: [{ loginToken: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { ...schemas.components(), Error: error },
      ...errors.components(),
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
      securitySchemes: {
        loginToken: { type: 'http', scheme: 'bearer', description: 'The `token` of `POST /api/login`.' },
      },
    },
  }
}

function operationOf(
  endpoint: Endpoint,
  schemas: PublishedSchemas,
  errors: PublishedErrors<OptionErrorCode>,
): PublishedOperation {
  const { method, path, summary, permission, request, response, example } = endpoint
  const schema = schemas.publish(request, 'request')
  const inQuery = method === 'GET' || method === 'DELETE'
  const parameters = [
    ...(inQuery ? queryParameters(schema, example.request) : []),
    ...(endpoint.creates ? [idempotencyKey] : []),
  ]
  const answer = { schema: schemas.publish(response, 'response'), example: example.response }
  return {
    operationId: operationIdOf(endpoint),
    tags: [tagOf(path)],
    summary,
    description: WHO[permission],
    ...(permission === 'public' && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(!inQuery && {
      requestBody: { required: true, content: json({ schema, example: example.request }) },
    }),
    responses: {
      200: { description: 'Done.', content: json(answer) },
      ...errors.responses(errorsOf(endpoint)),
    },
  }
}

/** All that its answers may say is wrong. */
export function errorsOf({ permission, creates, errors }: Endpoint): OptionErrorCode[] {
  const usual = permission === 'public' ? USUAL.filter((code) => code !== 'NOT_AUTHENTICATED') : USUAL
  const forbidden: OptionErrorCode[] =
    permission === 'public' || permission === 'signed-in' ? [] : ['FORBIDDEN']
  const reused: OptionErrorCode[] = creates ? ['IDEMPOTENCY_KEY_REUSED'] : []
  return [...usual, ...forbidden, ...errors, ...reused]
}

/** `GET /api/access-code` would be getAccessCode. */
function operationIdOf({ method, path }: Endpoint): string {
  const words = path.replace('/api/', '').split(/[-/]/)
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function tagOf(path: string): string {
  const tag = TAG_OF_PATH[path]
  if (tag === undefined) throw new Error(`${path} has no tag in the published document`)
  return tag
}

export function queryParameters(schema: JsonSchema, example: object): Parameter[] {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, JsonSchema & { description?: string }>
    required?: readonly string[]
  }
  const examples = new Map<string, unknown>(Object.entries(example))
  return Object.entries(properties).map(([name, { description, ...rules }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema: rules,
    ...(examples.has(name) && { example: examples.get(name) }),
  }))
}

/** The schema that every error is checked against, with the codes by name. */
function errorSchema(schema: JsonSchema, code: JsonSchema): JsonSchema {
  const { properties } = schema as { properties: { error: { properties: object } } }
  const error = { ...properties.error, properties: { ...properties.error.properties, code } }
  return { ...schema, properties: { ...properties, error } }
}
