/** A call of this installation with the examples of its document. Pure. */
import type { OpenApiDocument, Parameter } from '../../service/contract/openapi.ts'
import type { HttpCall } from '../snippet/http-call.ts'
import type { Entry } from './catalog.ts'
import { compactJson } from './compact-json.ts'
import { bodyExamples } from './examples.ts'
import { resolve } from './references.ts'

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

/** Headers that every call needs: those of the document with one value only. */
function headers(entry: Entry): Record<string, string> {
  const fixed = parametersOf(entry).flatMap(({ in: place, name, schema }) =>
    place === 'header' && typeof schema['const'] === 'string' ? [[name, schema['const']] as const] : [],
  )
  return {
    ...Object.fromEntries(fixed),
    ...(entry.operation.requestBody ? { 'Content-Type': 'application/json' } : {}),
  }
}

/** The call with the examples of the document. */
export function exampleCall(entry: Entry): HttpCall {
  const body = requestExample(entry)
  const security = entry.operation.security ?? entry.document.security
  return {
    method: entry.method.toUpperCase(),
    url: address(entry),
    headers: headers(entry),
    token: security.length > 0 ? 'fromEnvironment' : null,
    body: body === undefined ? null : compactJson(body),
  }
}
