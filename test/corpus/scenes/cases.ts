import type { HttpAnswer } from '../exchange.ts'
import { MISSING, withMember } from '../../support/bad-input.ts'
import type { MemberCases } from '../../support/bad-input.ts'
import type { Director } from '../recorder.ts'

/** What a member is tried with. */
export type Members = Readonly<Record<string, readonly unknown[]>>
type Request = Readonly<Record<string, unknown>>

const OTHER_TYPES = [null, true, 0, 'text', [], {}]

/** What is wrong of a required id whatever it names. */
export const ID = [MISSING, null, 5, '', []]
/** What is wrong of any optional member. */
export const anyOf = (...values: unknown[]) => [MISSING, ...OTHER_TYPES, ...values]
/** The values of cases that say which rule each breaks. */
export const valuesOf = (cases: MemberCases) => cases.map(({ value }) => value)

export const URLS = [
  ...['http://hooks.example/a?b=c', 'https://hooks.example:8443', 'HTTP://HOOKS.EXAMPLE', 'https://[::1]/a'],
  ...[
    'ftp://hooks.example',
    'hooks.example',
    '//hooks.example',
    'http:hooks.example',
    'http://',
    'https:///a',
  ],
  ...[
    ' https://hooks.example',
    'https://hooks.example/a b',
    'https://u:p@hooks.example',
    'javascript:alert(1)',
  ],
]

/** The request with one member after the other as the table has it. */
export function variations(request: Request, members: Members): Request[] {
  return Object.entries(members).flatMap(([member, values]) =>
    values.map((value) => withMember(request, member, value)),
  )
}

/** A member of the JSON of an answer, as text. */
export function memberOf(answer: HttpAnswer, name: string): string {
  return String((JSON.parse(answer.body) as Record<string, unknown>)[name])
}

export interface CallOptions {
  readonly token?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

const authorization = (token: string | null): Record<string, string> =>
  token === null ? {} : { authorization: `Bearer ${token}` }

/** Calls an operation of the live API. */
export function live(director: Director, target: string, body: unknown = {}, call: CallOptions = {}) {
  const { token = 'test-access-token', headers = {} } = call
  return director.send({
    method: 'POST',
    headers: { ...authorization(token), 'x-sfu-target': target, ...headers },
    body: JSON.stringify(body),
  })
}

/** Calls an endpoint of the option API, with a query or a JSON body. */
export function option(
  director: Director,
  endpoint: string,
  {
    json,
    query,
    token = director.token,
    headers = {},
  }: CallOptions & { json?: unknown; query?: string } = {},
) {
  const [method = '', path = ''] = endpoint.split(' ')
  return director.send({
    method,
    path: query === undefined ? path : `${path}?${query}`,
    headers: { ...authorization(token), ...headers },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  })
}
