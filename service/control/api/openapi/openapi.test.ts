import { describe, expect, it } from 'vitest'
import { lintDocument } from '../../../../test/support/openapi-lint.ts'
import { LIVE_ERRORS, OPTION_ERRORS } from '../../../contract/errors.ts'
import type { ErrorSpec } from '../../../contract/errors.ts'
import type { OpenApiDocument, Parameter, PublishedOperation, Response } from '../../../contract/openapi.ts'
import { sfuAuthRequest, sfuEvent } from '../../../contract/sfu-webhooks.ts'
import { rtmpAuthRequest, rtmpEvent } from '../../../contract/webhook-bodies.ts'
import { CONSOLE_API, CONSOLE_ROUTES } from '../../../contract/console/index.ts'
import type { Route } from '../../../contract/console/route.ts'
import { REFUSALS } from '../../../contract/refusal/refusals.ts'
import { OPERATIONS } from '../live/operations/index.ts'
import { ENDPOINTS } from '../option/routes/index.ts'
import { consoleApiDocument } from './console-api.ts'
import { liveApiDocument } from './live-api.ts'
import { optionApiDocument } from './option-api.ts'

const live = liveApiDocument({ version: '1.2.3', baseUrl: 'http://127.0.0.1:8082' })
const option = optionApiDocument({ version: '1.2.3', baseUrl: 'http://127.0.0.1:8081' })
const own = consoleApiDocument({ version: '1.2.3', baseUrl: 'http://127.0.0.1:4100' })
const DOCUMENTS: [string, OpenApiDocument][] = [
  ['console', own],
  ['option', option],
  ['live', live],
]

/** Everything that both APIs answer, with its place in the documents. */
const SOURCES = [
  ...ENDPOINTS.map((one) => ({
    name: `${one.method} ${one.path}`,
    document: option,
    place: option.paths[one.path]?.[one.method.toLowerCase() as 'get'],
    source: one,
    authenticationError: one.permission === 'public' ? undefined : 'NOT_AUTHENTICATED',
    reuseError: 'IDEMPOTENCY_KEY_REUSED',
    inQuery: one.method === 'GET' || one.method === 'DELETE',
  })),
  ...OPERATIONS.map((one) => ({
    name: one.target,
    document: live,
    place: live.paths[`/#${one.target}`]?.post,
    source: one,
    authenticationError: 'Unauthorized',
    reuseError: 'IDEMPOTENCY-KEY-REUSED',
    inQuery: false,
  })),
]

/** The object at a reference into the same document. */
function resolve(document: OpenApiDocument, reference: string): unknown {
  const names = reference.replace(/^#\//, '').split('/')
  return names.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document)
}

function* referencesIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  if ('$ref' in value) yield String(value.$ref)
  for (const member of Object.values(value)) yield* referencesIn(member)
}

function errorsOf(document: OpenApiDocument, { responses }: PublishedOperation): Map<string, number> {
  const codes = new Map<string, number>()
  for (const [status, given] of Object.entries(responses)) {
    const response = '$ref' in given ? (resolve(document, given.$ref) as Response) : given
    const examples = response.content?.['application/json']?.examples ?? {}
    for (const code of Object.keys(examples)) codes.set(code, Number(status))
  }
  return codes
}

describe.each(DOCUMENTS)('the %s document', (_, document) => {
  it('has nothing for a linter to find', async () => {
    expect(await lintDocument(document)).toEqual([])
  })

  it('refers to its own components only, and to each that it has', () => {
    const references = new Set(referencesIn(document))
    for (const reference of references) {
      expect(reference).toMatch(/^#\/components\//)
      expect(resolve(document, reference), reference).toBeDefined()
    }
    const { securitySchemes: _schemes, ...referred } = document.components
    for (const [kind, components] of Object.entries(referred)) {
      for (const name of Object.keys(components)) expect(references).toContain(`#/components/${kind}/${name}`)
    }
  })

  it('has no name that is made from nothing', () => {
    expect(JSON.stringify(document)).not.toMatch(/__schema|\$defs|undefined/)
  })
})

describe('what the linter finds', () => {
  const broken = (change: (text: string) => string) =>
    JSON.parse(change(JSON.stringify(live))) as OpenApiDocument

  it.each([
    [
      'an example against its schema',
      '"durationSeconds":2',
      '"durationSeconds":0.1',
      'no-invalid-media-type',
    ],
    ['a reference that leads nowhere', 'schemas/Rendition"', 'schemas/Nothing"', 'no-unresolved-refs'],
    ['a keyword that does not exist', '"operationId"', '"operationID"', 'struct'],
  ])('is %s', async (_, from, to, rule) => {
    const problems = await lintDocument(broken((text) => text.replaceAll(from, to)))
    expect(problems.join('\n')).toContain(rule)
  })
})

describe('the registries', () => {
  it('are published whole and once', () => {
    expect(Object.values(option.paths).flatMap(Object.keys)).toHaveLength(ENDPOINTS.length)
    expect(Object.keys(live.paths)).toHaveLength(OPERATIONS.length)
    const elsewhere = new Set<Route>([
      ...Object.values(CONSOLE_API.option),
      CONSOLE_API.events.follow,
      CONSOLE_API.signaling.connect,
    ])
    const paths = Object.entries(own.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const routes = CONSOLE_ROUTES.filter((route) => !elsewhere.has(route))
    expect(paths.sort()).toEqual(
      routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`).sort(),
    )
    const ids = [option, live, own].map((document) =>
      [...Object.values(document.paths), ...Object.values(document.webhooks ?? {})].flatMap((item) =>
        Object.values(item).map(({ operationId }) => operationId),
      ),
    )
    for (const each of ids) expect(new Set(each).size).toBe(each.length)
  })

  it.each(SOURCES)('$name: its examples are what its schemas take', ({ source }) => {
    expect(source.request.safeParse(source.example.request).error?.issues).toBeUndefined()
    expect(source.response.safeParse(source.example.response).error?.issues).toBeUndefined()
  })

  it.each(SOURCES)('$name: its examples are published', ({ place, source, inQuery }) => {
    const example = place?.requestBody?.content['application/json']?.example
    const named =
      place?.parameters?.flatMap((one) => ('example' in one ? [[one.name, one.example]] : [])) ?? []
    expect(inQuery ? Object.fromEntries(named) : example).toEqual(source.example.request)
    const done = place?.responses['200'] as Response | undefined
    expect(done?.content?.['application/json']?.example).toEqual(source.example.response)
  })

  it.each(SOURCES)('$name: every error has its status and an example', (one) => {
    if (!one.place) throw new Error('not published')
    const codes = errorsOf(one.document, one.place)
    const specs: Readonly<Record<string, ErrorSpec>> = { ...LIVE_ERRORS, ...OPTION_ERRORS }
    for (const [code, status] of codes) expect(specs[code]?.status, code).toBe(status)
    const expected = [
      ...one.source.errors,
      ...(one.authenticationError === undefined ? [] : [one.authenticationError]),
      ...(one.source.creates ? [one.reuseError] : []),
    ]
    expect([...codes.keys()]).toEqual(expect.arrayContaining(expected))
    const takesKey = one.place.parameters?.some(
      (parameter) => '$ref' in parameter && parameter.$ref.endsWith('IdempotencyKey'),
    )
    expect(takesKey ?? false).toBe(one.source.creates)
    expect(codes.has(one.reuseError)).toBe(one.source.creates)
  })

  it.each(OPERATIONS)('$target is named by its header', ({ target }) => {
    const header = live.paths[`/#${target}`]?.post?.parameters?.[0]
    expect(header).toMatchObject({
      name: 'X-Sfu-Target',
      in: 'header',
      required: true,
      schema: { const: target },
    })
  })
})

it.each([
  ['live', live, LIVE_ERRORS],
  ['option', option, OPTION_ERRORS],
] as const)('the %s document names every error with status and meaning', (_, { components }, specs) => {
  const schema = JSON.stringify(components.schemas['Error'])
  for (const [code, { status }] of Object.entries(specs)) {
    expect(schema).toContain(`"${code}"`)
    expect(schema).toContain(`| \`${code}\` | ${status} | `)
  }
})

it('login needs no token, everything else of both APIs does', () => {
  const open = SOURCES.filter(({ place }) => place?.security?.length === 0).map(({ name }) => name)
  expect(open).toEqual(['POST /api/login'])
  for (const document of [option, live]) {
    const names = document.security.flatMap((one) => Object.keys(one))
    expect(names).toEqual(Object.keys(document.components.securitySchemes))
  }
})

it('every webhook has examples that are what its schemas take', () => {
  const requestOf = (name: string) => live.webhooks?.[name]?.post?.requestBody?.content['application/json']
  for (const [name, schema] of [
    ['event', rtmpEvent],
    ['webrtcEvent', sfuEvent],
  ] as const) {
    const events = Object.entries(requestOf(name)?.examples ?? {})
    expect(events.map(([type]) => type)).toEqual(schema.options.map(({ shape }) => shape.type.value))
    for (const [, example] of events) expect(schema.parse('value' in example && example.value)).toBeDefined()
  }
  expect(rtmpAuthRequest.parse(requestOf('authentication')?.example)).toBeDefined()
  expect(sfuAuthRequest.parse(requestOf('webrtcAuthentication')?.example)).toBeDefined()
  for (const item of Object.values(live.webhooks ?? {})) {
    const headers = item.post?.parameters?.flatMap((one) =>
      '$ref' in one ? [(resolve(live, one.$ref) as Parameter).name] : [],
    )
    expect(headers).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature'])
  }
})

it("the console's document knows every refusal that the console answers", () => {
  const error = own.components.schemas['Error'] as { properties: { error: { properties: { code: object } } } }
  expect(error.properties.error.properties.code).toMatchObject({ enum: Object.keys(REFUSALS) })
})
