import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { jsonBody } from '../http/server.ts'
import type { JsonObject } from '../../json/strict-json.ts'
import type { EndpointDescription } from './define-endpoint.ts'
import { badRequest } from '../../../contract/refusal/refusal.ts'
import { problem } from '../../../contract/refusal/rules.ts'

/** A query as parsed: a parameter that is given more than once has several texts. */
type Query = Readonly<Record<string, string | readonly string[]>>

type ReadText = (text: string) => unknown

/**
 * Makes what finds the parameters of an endpoint in a request, unchecked: POST and PATCH have them in a JSON
 * body; GET and DELETE in the query, in a JSON body or in both, where the query wins.
 *
 * In a query all is text, so numbers are read there, but only as JSON writes them; another text stays one,
 * and is refused like any other of the wrong type. Nothing in a body is converted.
 * What it makes throws Refusal `NO_BODY` for a missing body, Refusal `BAD_REQUEST` naming each
 * parameter that the query gives twice.
 */
export function parameterReader(
  endpoint: Pick<EndpointDescription, 'method' | 'request'>,
): (request: FastifyRequest) => JsonObject {
  if (endpoint.method === 'POST' || endpoint.method === 'PATCH') return jsonBody
  const readers = textReaders(endpoint.request)
  return (request) => {
    const query = readQuery(request.query as Query, readers)
    return { ...(request.body as JsonObject | undefined), ...query }
  }
}

function readQuery(query: Query, readers: ReadonlyMap<string, ReadText>): JsonObject {
  const parameters: [string, unknown][] = []
  const repeated: string[] = []
  for (const [name, value] of Object.entries(query)) {
    const read = readers.get(name)
    if (!read) parameters.push([name, value])
    else if (typeof value === 'string') parameters.push([name, read(value)])
    else repeated.push(name)
  }
  // Not by assignment, which a parameter named __proto__ would make something else of.
  if (repeated.length === 0) return Object.fromEntries(parameters)
  throw badRequest(...repeated.map((name) => problem(name, 'once')))
}

/** How the text of each parameter is read. */
function textReaders(schema: z.ZodType): ReadonlyMap<string, ReadText> {
  const members = schema instanceof z.ZodObject ? Object.entries<z.ZodType>(schema.shape) : []
  return new Map(members.map(([name, member]) => [name, textReader(member)]))
}

function textReader(schema: z.ZodType): ReadText {
  if (schema instanceof z.ZodOptional) return textReader(schema.unwrap() as z.ZodType)
  return schema instanceof z.ZodNumber ? readInteger : (text) => text
}

const readInteger: ReadText = (text) => (/^(0|-?[1-9]\d{0,15})$/.test(text) ? Number(text) : text)
