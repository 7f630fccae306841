/** References inside one document; they lead only to `#/components/…`. */
import type { JsonSchema, OpenApiDocument, Reference } from '../../service/contract/openapi.ts'

const isReference = (value: object): value is Reference => '$ref' in value && typeof value.$ref === 'string'

function follow(document: OpenApiDocument, { $ref }: Reference): object {
  let at: unknown = document
  for (const part of $ref.replace(/^#\//, '').split('/')) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined
  }
  if (typeof at !== 'object' || at === null) throw new Error(`the document has no ${$ref}`)
  return at
}

/** What `value` is or refers to. */
export function resolve<T extends object>(document: OpenApiDocument, value: T | Reference): T {
  return isReference(value) ? (follow(document, value) as T) : value
}

/** A schema with its reference followed; what stands beside the reference wins. */
export function resolveSchema(document: OpenApiDocument, schema: JsonSchema): JsonSchema {
  if (!isReference(schema)) return schema
  const { $ref, ...beside } = schema
  return { ...resolveSchema(document, follow(document, { $ref }) as JsonSchema), ...beside }
}

/** Name of the component that a schema refers to; null for one that is written in place. */
export function componentName(schema: JsonSchema): string | null {
  return isReference(schema) ? (schema.$ref.split('/').at(-1) ?? null) : null
}
