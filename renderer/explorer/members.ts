/** From JSON Schema to the rows of a table of members. Pure. */
import type { JsonSchema, OpenApiDocument } from '../../service/contract/openapi.ts'
import { componentName, resolveSchema } from './references.ts'

/** What a value must keep to, apart from its type. */
export type Limit =
  | {
      readonly kind: 'characters' | 'items' | 'value'
      readonly min: number | null
      readonly max: number | null
    }
  | { readonly kind: 'values'; readonly values: readonly string[] }
  | { readonly kind: 'pattern'; readonly pattern: string }

export interface Member {
  /** Path of the member, unique in its table, for example `hls[].video.width`. */
  readonly path: string
  /** Last part of the path; for one of several shapes what tells it apart, or its number. */
  readonly name: string
  readonly isShape: boolean
  /** Words of JSON Schema, for example `array of Rendition`, `integer`, `string or null`. */
  readonly type: string
  readonly required: boolean
  readonly limits: readonly Limit[]
  /** As JSON; null without one. */
  readonly fallback: string | null
  readonly description: string
  readonly members: readonly Member[]
}

const DEEPEST = 8

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null
const schemas = (value: unknown): JsonSchema[] => (Array.isArray(value) ? value.filter(isSchema) : [])
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The shapes that a value may have; empty for one shape only. */
const shapesOf = (schema: JsonSchema) => [...schemas(schema['oneOf']), ...schemas(schema['anyOf'])]

/** The type of a member or of a whole body, for example `array of object`. */
export function typeText(schema: JsonSchema): string {
  const component = componentName(schema)
  if (component !== null) return component
  const shapes = shapesOf(schema)
  if (shapes.length > 0) return [...new Set(shapes.map((shape) => typeText(shape)))].join(' or ')
  const { type, format, items } = schema
  if (type === 'array') return `array of ${isSchema(items) ? typeText(items) : 'any'}`
  if (Array.isArray(type)) return type.join(' or ')
  if (type === undefined && schema['const'] !== undefined) return jsonType(schema['const'])
  const name = textOf(type) || 'any'
  return typeof format === 'string' && format !== 'password' ? `${name} (${format})` : name
}

const jsonType = (value: unknown) => (value === null ? 'null' : typeof value)

function range(kind: 'characters' | 'items' | 'value', min: unknown, max: unknown): Limit[] {
  const limit = { kind, min: numberOf(min), max: numberOf(max) }
  return limit.min === null && limit.max === null ? [] : [limit]
}

function limitsOf(schema: JsonSchema): Limit[] {
  const shapes = shapesOf(schema)
  const constants = shapes.length > 0 && shapes.every((shape) => 'const' in shape)
  const listed =
    'const' in schema ? [schema['const']] : constants ? shapes.map((s) => s['const']) : schema['enum']
  return [
    ...range('value', schema['minimum'], schema['maximum']),
    ...range('characters', schema['minLength'], schema['maxLength']),
    ...range('items', schema['minItems'], schema['maxItems']),
    ...(Array.isArray(listed)
      ? [{ kind: 'values' as const, values: listed.map((v) => JSON.stringify(v)) }]
      : []),
    ...(typeof schema['pattern'] === 'string'
      ? [{ kind: 'pattern' as const, pattern: schema['pattern'] }]
      : []),
  ]
}

/** What tells one of several shapes apart: its constant members, else its name. */
function shapeName(document: OpenApiDocument, shape: JsonSchema): string {
  const properties = Object.entries(resolveSchema(document, shape)['properties'] ?? {})
  const constants = properties.flatMap(([name, value]) =>
    isSchema(value) && 'const' in value ? [`${name}: ${String(value['const'])}`] : [],
  )
  return constants[0] ?? componentName(shape) ?? typeText(shape)
}

function childrenOf(document: OpenApiDocument, schema: JsonSchema, path: string, depth: number): Member[] {
  const whole = resolveSchema(document, schema)
  if (depth > DEEPEST) return []
  if (isSchema(whole['items'])) return childrenOf(document, whole['items'], `${path}[]`, depth)
  const shapes = shapesOf(whole).filter((shape) => isSchema(resolveSchema(document, shape)['properties']))
  if (shapes.length === 1 && shapes[0]) return childrenOf(document, shapes[0], path, depth)
  if (shapes.length > 1) {
    return shapes.map((shape, index) => ({
      ...memberOf(document, `${path}(${index + 1})`, shapeName(document, shape), shape, false, depth),
      isShape: true,
    }))
  }
  const required = new Set(Array.isArray(whole['required']) ? whole['required'] : [])
  return Object.entries(whole['properties'] ?? {}).flatMap(([name, value]) => {
    const child = path === '' ? name : `${path}.${name}`
    return isSchema(value) ? [memberOf(document, child, name, value, required.has(name), depth)] : []
  })
}

function memberOf(
  document: OpenApiDocument,
  path: string,
  name: string,
  schema: JsonSchema,
  required: boolean,
  depth: number,
): Member {
  const whole = resolveSchema(document, schema)
  return {
    path,
    name,
    isShape: false,
    type: typeText(schema),
    required,
    limits: limitsOf(whole),
    fallback: whole['default'] === undefined ? null : JSON.stringify(whole['default']),
    description: textOf(whole['description']),
    members: childrenOf(document, schema, path, depth + 1),
  }
}

/** The members of an object; of an array those of its elements. */
export const membersOf = (document: OpenApiDocument, schema: JsonSchema): Member[] =>
  childrenOf(document, schema, '', 0)

/** One parameter of the query or of the header as a row. */
export function parameterMember(
  document: OpenApiDocument,
  parameter: { name: string; required: boolean; description?: string; schema: JsonSchema },
): Member {
  const { name, required, description, schema } = parameter
  const member = memberOf(document, name, name, schema, required, 0)
  return { ...member, description: description ?? member.description }
}
