/** A call of this installation as a line for a shell. Pure. */
import type { OpenApiDocument, Parameter } from '../../../service/contract/openapi.ts'
import type { Entry } from './catalog.ts'
import { compactJson } from './compact-json.ts'
import { bodyExamples } from './examples.ts'
import { resolve } from './references.ts'

/** Text in single quotes, where a shell replaces nothing. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

export const parametersOf = ({ document, operation }: Entry): Parameter[] =>
  (operation.parameters ?? []).map((parameter) => resolve<Parameter>(document, parameter))

/** Address of the installation, without a slash at the end. */
export const baseUrl = (document: OpenApiDocument) => (document.servers[0]?.url ?? '').replace(/\/$/, '')

/** The first example of the request body; undefined where there is none. */
export const requestExample = ({ document, operation }: Entry): unknown =>
  bodyExamples(document, operation.requestBody?.content['application/json'])[0]?.value

const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function address(entry: Entry): string {
  const path = entry.section === 'live' ? '/' : entry.name
  const query = parametersOf(entry)
    .filter((parameter) => parameter.in === 'query')
    .flatMap((parameter) => {
      const value = parameter.example
      if (value === undefined && !parameter.required) return []
      return [
        `${encodeURIComponent(parameter.name)}=${encodeURIComponent(value === undefined ? '…' : text(value))}`,
      ]
    })
  return baseUrl(entry.document) + path + (query.length === 0 ? '' : `?${query.join('&')}`)
}

/** Headers that every call needs: those of the document with one value only, and the token. */
function headers(entry: Entry): string[] {
  const security = entry.operation.security ?? entry.document.security
  const fixed = parametersOf(entry).flatMap(({ in: place, name, schema }) =>
    place === 'header' && typeof schema['const'] === 'string' ? [quoted(`${name}: ${schema['const']}`)] : [],
  )
  return [
    // In double quotes, so that the shell puts the token in.
    ...(security.length > 0 ? ['"Authorization: Bearer $TOKEN"'] : []),
    ...fixed,
    ...(entry.operation.requestBody ? [quoted('Content-Type: application/json')] : []),
  ]
}

/** The call with the examples of the document; the token stands in the variable `TOKEN`. */
export function curlLine(entry: Entry): string {
  const body = requestExample(entry)
  const method = entry.method.toUpperCase()
  const parts = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(address(entry))}`,
    ...headers(entry).map((header) => `-H ${header}`),
    ...(body === undefined ? [] : [`-d ${quoted(compactJson(body))}`]),
  ]
  return parts.join(' \\\n  ')
}
