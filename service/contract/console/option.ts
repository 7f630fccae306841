/**
 * The option API as the console's own page calls it: same parameters, answers and permissions, with the cookie in
 * place of the token. Login is not among them: the console signs in by a door of its own.
 */
import { OPTION_ENDPOINTS } from '../option-endpoints.ts'
import type { JsonRoute } from './route.ts'

const { login: _, ...ENDPOINTS } = OPTION_ENDPOINTS
type Endpoints = typeof ENDPOINTS
type Endpoint = Endpoints[keyof Endpoints]

/** GET and DELETE have their parameters in the query, the others in the body. */
type OptionRoute<E extends Endpoint> = {
  readonly kind: 'json'
  readonly method: E['method']
  readonly path: string
  readonly who: E['permission']
  readonly audit: E['audit']
  readonly summary: string
  readonly answer: E['response']
} & (E['method'] extends 'GET' | 'DELETE'
  ? { readonly query: E['request'] }
  : { readonly body: E['request'] })

/** Where the console serves a path of the option API. */
export const optionPath = (path: string) => path.replace(/^\/api/, '/console/api/option')

function routeOf({ method, path, permission, audit, request, response }: Endpoint): JsonRoute {
  const inQuery = method === 'GET' || method === 'DELETE'
  return {
    kind: 'json',
    method,
    path: optionPath(path),
    who: permission,
    audit,
    summary: `As \`${method} ${path}\` of the option API.`,
    answer: response,
    ...(inQuery ? { query: request } : { body: request }),
  }
}

export const optionApi = Object.fromEntries(
  Object.entries(ENDPOINTS).map(([name, endpoint]) => [name, routeOf(endpoint)]),
) as unknown as { readonly [Name in keyof Endpoints]: OptionRoute<Endpoints[Name]> }
