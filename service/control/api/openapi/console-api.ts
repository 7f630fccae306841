import type { z } from 'zod'
import { CONSOLE_API, CONSOLE_ROUTES } from '../../../contract/console/index.ts'
import { consoleErrorResponse } from '../../../contract/console/refused.ts'
import type { Route, Who } from '../../../contract/console/route.ts'
import { OPTION_ERRORS } from '../../../contract/errors.ts'
import type { OptionErrorCode } from '../../../contract/errors.ts'
import type {
  HttpMethod,
  MediaType,
  OpenApiDocument,
  Parameter,
  PublishedOperation,
  RequestBody,
} from '../../../contract/openapi.ts'
import { REFUSALS } from '../../../contract/refusal/refusals.ts'
import { problem } from '../../../contract/refusal/rules.ts'
import type { Problem } from '../../../contract/refusal/rules.ts'
import { frameOf, json } from './document.ts'
import type { Publication } from './document.ts'
import { PublishedErrors } from './errors.ts'
import { queryParameters, WHO } from './option-api.ts'
import { PublishedSchemas } from './schemas.ts'

const DESCRIPTION = `What the console shows and does beyond the two public APIs. It is of this version: the console is its client, and nobody else is promised that it stays as it is.

What is refused is answered as data: \`code\` has the reason, \`values\` what its sentence names, and \`problems\` each member that breaks a rule. \`message\` is English.

A session is a cookie; signing in sets it. Everything but GET needs the header \`Origin\` of the console itself, and a body needs \`Content-Type: application/json\`.

The option API is served here too, with the cookie in place of the token: \`/api/schedule\` is \`/console/api/option/schedule\`, and so on; its own document has it.

WebSockets, which OpenAPI does not describe:

${CONSOLE_ROUTES.filter(({ kind }) => kind === 'socket')
  .map(({ path, who, summary }) => `- \`${path}\`: ${summary} ${needs(who)}`)
  .join('\n')}`

/** The areas with paths here: the option API has a document of its own, and two areas are WebSockets. */
const AREAS = {
  session: 'Signing in and out.',
  channels: 'What is done with channels beyond the live API.',
  access: 'Who may send to a channel and who may watch it.',
  health: 'How well broadcasts run.',
  audit: 'Who did what.',
  incidents: 'What took pictures or sound away from viewers.',
  load: 'The computer that the service runs on.',
  metrics: 'Numbers for a monitoring system.',
  probes: 'Whether the service is alive and ready.',
  schedules: 'Schedules as the console shows them.',
  destinations: 'Where broadcasts are kept.',
  recordings: 'What was recorded.',
  webhooks: 'What was sent to webhooks and what came back.',
  catchers: 'Addresses that webhooks are sent to for a try.',
  publishing: 'Live playlists in a store, for a CDN to fetch from.',
  lowLatency: 'Low latency HLS: which channels have it.',
  requests: 'Calls of both APIs.',
  documents: 'Published documents.',
  users: 'Users beyond the option API.',
  accessTokens: 'Access tokens of the live API.',
  system: 'Settings of a system.',
  installation: 'What is of the whole installation.',
  quotas: 'What systems may have, and how much of it they have.',
  setup: 'Setting up a new installation.',
  state: 'The state as files, and what is reset of it.',
  emulator: 'A service that was started with `--emulator`, for the tests of other apps.',
  emulatorClock: 'A clock that can be moved; only with `--emulator`.',
  emulatorFaults: 'Faults on purpose; only with `--emulator`.',
  emulatorRuns: 'What a run of tests recorded and covered; only with `--emulator`.',
  emulatorSystems: 'Systems that tests have for themselves; only with `--emulator`.',
} as const satisfies Record<Exclude<keyof typeof CONSOLE_API, 'option' | 'events' | 'signaling'>, string>

const USUAL: readonly OptionErrorCode[] = [
  'MALFORMED_REQUEST',
  'FORBIDDEN_HOST',
  'FORBIDDEN_ORIGIN',
  'REQUEST_TIMEOUT',
  'HEADERS_TOO_LARGE',
  'INTERNAL',
  'STORAGE_FULL',
]
const OF_BODIES: readonly OptionErrorCode[] = ['BAD_JSON', 'BAD_REQUEST', 'PAYLOAD_TOO_LARGE']

/** What the examples of errors that name members name. */
const PROBLEMS: Readonly<Partial<Record<OptionErrorCode, readonly Problem[]>>> = {
  BAD_REQUEST: [problem('name', 'characters', { min: 1, max: 60 })],
}

/** An answer with the first of the reasons that have this kind. */
function refusedAs(kind: OptionErrorCode): z.output<typeof consoleErrorResponse> {
  const [code] = Object.entries(REFUSALS).find(([, { option }]) => option === kind) ?? [kind]
  const problems = (PROBLEMS[kind] ?? []).map(({ path, rule, values }) => ({ path, rule, values }))
  const { meaning: message } = OPTION_ERRORS[kind]
  return consoleErrorResponse.parse({ ok: false, error: { code, message, values: {}, problems } })
}

interface Parts {
  readonly schemas: PublishedSchemas
  readonly errors: PublishedErrors<OptionErrorCode>
}

function needs(who: Who): string {
  return who === 'owner' ? 'For masters of the first system only.' : WHO[who]
}

/** The console's own API as an OpenAPI 3.1 document, made from its registry. */
export function consoleApiDocument(publication: Publication): OpenApiDocument {
  const schemas = new PublishedSchemas()
  const errors = new PublishedErrors<OptionErrorCode>({
    specs: OPTION_ERRORS,
    shared: [...USUAL, ...OF_BODIES, 'NOT_AUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
    schema: 'Error',
    body: refusedAs,
  })
  const paths: Record<string, Partial<Record<HttpMethod, PublishedOperation>>> = {}
  for (const area of Object.keys(AREAS) as (keyof typeof AREAS)[]) {
    for (const [name, route] of Object.entries<Route>(CONSOLE_API[area])) {
      const path = route.path.replace(/:(\w+)/g, '{$1}')
      const operation = {
        operationId: area + name.charAt(0).toUpperCase() + name.slice(1),
        tags: [area],
        ...operationOf(route, { schemas, errors }),
      }
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation }
    }
  }
  const error = schemas.publish(consoleErrorResponse, 'response')
  return {
    ...frameOf(publication, "Airdesk console's own API", 'What the console shows and does.', DESCRIPTION),
    security: [{ session: [] }],
    tags: Object.entries(AREAS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { ...schemas.components(), Error: error },
      ...errors.components(),
      parameters: {},
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'airdesk_<installation>',
          description: 'The cookie that signing in sets; its name differs between data folders.',
        },
      },
    },
  }
}

function operationOf(
  route: Route,
  { schemas, errors }: Parts,
): Omit<PublishedOperation, 'operationId' | 'tags'> {
  const { summary, who, params = {} } = route
  const parameters = Object.entries(params).map(([name, schema]) => inPath(name, schema, schemas))
  if (route.kind === 'json' && route.query) {
    parameters.push(...queryParameters(schemas.publish(route.query, 'request'), {}))
  }
  const requestBody = bodyOf(route, schemas)
  return {
    summary,
    description: needs(who),
    ...(who === 'public' && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...doneOf(route, schemas), ...errors.responses(errorsOf(route)) },
  }
}

function inPath(name: string, schema: z.ZodType, schemas: PublishedSchemas): Parameter {
  return { name, in: 'path', required: true, schema: schemas.publish(schema, 'request') }
}

function bodyOf(route: Route, schemas: PublishedSchemas): RequestBody | null {
  if ((route.kind === 'json' || route.kind === 'file') && route.body) {
    return { required: true, content: json({ schema: schemas.publish(route.body, 'request') }) }
  }
  if (route.kind === 'upload') return { required: true, content: { [route.mediaType]: BINARY } }
  if (route.kind === 'live') return { required: true, content: json({ schema: { type: 'object' } }) }
  return route.kind === 'hook' ? { required: false, content: { '*/*': { schema: {} } } } : null
}

const BINARY: MediaType = { schema: { type: 'string', contentEncoding: 'binary' } }

function doneOf(route: Route, schemas: PublishedSchemas): PublishedOperation['responses'] {
  if (route.kind === 'json') {
    const content = json({ schema: schemas.publish(route.answer, 'response') })
    return { [route.status ?? 200]: { description: 'Done.', content } }
  }
  if (route.kind === 'file')
    return { 200: { description: 'The file.', content: { [route.mediaType]: BINARY } } }
  if (route.kind === 'upload') {
    return {
      200: { description: 'Done.', content: json({ schema: schemas.publish(route.answer, 'response') }) },
    }
  }
  const words = route.kind === 'live' ? 'As the live API answers.' : 'As the catcher was told to.'
  return { '2XX': { description: words } }
}

function errorsOf(route: Route): OptionErrorCode[] {
  const { who, errors = [] } = route
  const takes =
    route.kind === 'upload' ||
    (route.kind === 'json' && (route.body ?? route.query)) ||
    (route.kind === 'file' && route.body)
  return [
    ...USUAL,
    ...(takes ? OF_BODIES : []),
    ...(who === 'public' ? [] : (['NOT_AUTHENTICATED'] as const)),
    ...(who === 'public' || who === 'signed-in' ? [] : (['FORBIDDEN'] as const)),
    ...(route.onlyEmulator ? (['NOT_EMULATED'] as const) : []),
    ...errors,
  ]
}
