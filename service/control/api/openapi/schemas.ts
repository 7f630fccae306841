import { z } from 'zod'
import type { JsonSchema } from '../../../contract/openapi.ts'

/** A request is published as callers send it, a response as they get it: defaults are filled in between. */
export type Direction = 'request' | 'response'

/** The schemas of one document: those with an id (`.meta({ id })`) become components of that name. */
export class PublishedSchemas {
  readonly #components = new Map<string, JsonSchema>()

  /**
   * The JSON Schema (draft 2020-12) of what zod validates.
   * @throws Error when zod can't write it, or when one id would name two schemas
   */
  publish(schema: z.ZodType, direction: Direction): JsonSchema {
    const io = direction === 'request' ? 'input' : 'output'
    const { $schema: _, $defs, ...root } = z.toJSONSchema(schema, { target: 'draft-2020-12', io })
    const definitions = Object.entries($defs ?? {})
    const anyJson = new Set(
      definitions.filter(([, one]) => isAnyJson(one)).map(([name]) => `#/$defs/${name}`),
    )
    for (const [name, definition] of definitions) {
      if (!anyJson.has(`#/$defs/${name}`)) this.#add(name, rewrite(definition, anyJson))
    }
    return rewrite(root, anyJson)
  }

  /** Those that were published so far, in the order of their names. */
  components(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#components].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  #add(name: string, definition: JsonSchema): void {
    if (name.startsWith('__')) throw new Error('a schema that refers to itself needs an id to be published')
    const { id: _, ...component } = definition
    const known = this.#components.get(name)
    if (known && JSON.stringify(known) !== JSON.stringify(component)) {
      throw new Error(`two schemas have the id ${name}`)
    }
    this.#components.set(name, component)
  }
}

/** How zod writes "any JSON value": a choice of all kinds, the last of them objects of the same. */
function isAnyJson(definition: unknown): boolean {
  const { anyOf } = definition as { anyOf?: readonly { type?: unknown }[] }
  const kinds = ['string', 'number', 'boolean', 'null', 'array', 'object']
  return anyOf !== undefined && kinds.every((kind, i) => anyOf[i]?.type === kind)
}

/** The same schema with references to components, and without what says nothing. */
function rewrite(schema: object, anyJson: ReadonlySet<string>): JsonSchema {
  const entries = Object.entries(schema)
    .filter(([keyword, rule]) => !saysNothing(keyword, rule))
    .map(([keyword, rule]) => [keyword, rewriteRule(keyword, rule, anyJson)])
  return Object.fromEntries(entries) as JsonSchema
}

/** What a keyword holds may be a schema, several, or plain values. */
function rewriteRule(keyword: string, rule: unknown, anyJson: ReadonlySet<string>): unknown {
  if (typeof rule !== 'object' || rule === null || PLAIN.has(keyword)) return rule
  if (Array.isArray(rule)) return rule.map((one: object) => rewriteReference(one, anyJson))
  if (keyword !== 'properties') return rewriteReference(rule, anyJson)
  const members = Object.entries(rule as Record<string, object>)
  return Object.fromEntries(members.map(([name, schema]) => [name, rewriteReference(schema, anyJson)]))
}

/** Keywords that hold values, not schemas. */
const PLAIN: ReadonlySet<string> = new Set(['type', 'required', 'enum', 'const', 'default', 'examples'])

function rewriteReference(schema: object, anyJson: ReadonlySet<string>): JsonSchema {
  if (!('$ref' in schema) || typeof schema.$ref !== 'string') return rewrite(schema, anyJson)
  const { $ref, ...beside } = schema
  // JSON Schema's own word for any value is a schema without a rule.
  if (anyJson.has($ref)) return rewrite(beside, anyJson)
  return { $ref: $ref.replace('#/$defs/', '#/components/schemas/'), ...rewrite(beside, anyJson) }
}

/** Names of members are strings in all JSON, and integers are the safe ones in both APIs. */
const saysNothing = (keyword: string, rule: unknown) =>
  keyword === 'propertyNames' ||
  (keyword === 'minimum' && rule === Number.MIN_SAFE_INTEGER) ||
  (keyword === 'maximum' && rule === Number.MAX_SAFE_INTEGER)
