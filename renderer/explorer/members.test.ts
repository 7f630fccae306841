import { describe, expect, it } from 'vitest'
import type { JsonSchema, OpenApiDocument } from '../../service/contract/openapi.ts'
import { membersOf, parameterMember, typeText, type Member } from './members.ts'

const document = {
  components: {
    schemas: {
      Size: {
        type: 'object',
        description: 'Of a picture.',
        properties: { width: { type: 'integer', minimum: 160, maximum: 4096 } },
        required: ['width'],
      },
      Self: { type: 'object', properties: { again: { $ref: '#/components/schemas/Self' } } },
    },
  },
} as unknown as OpenApiDocument
const members = (schema: JsonSchema) => membersOf(document, schema)
const only = (schema: JsonSchema): Member => {
  const [member] = members({ type: 'object', properties: { it: schema } })
  if (member === undefined) throw new Error('no member')
  return member
}

describe('members of a schema', () => {
  it('says type, limits, default and description', () => {
    expect(
      only({ type: 'string', minLength: 1, maxLength: 30, default: 'x', description: 'A name.' }),
    ).toEqual({
      path: 'it',
      name: 'it',
      isShape: false,
      type: 'string',
      required: false,
      limits: [{ kind: 'characters', min: 1, max: 30 }],
      fallback: '"x"',
      description: 'A name.',
      members: [],
    })
  })

  it('follows references, through arrays, and keeps what stands beside them', () => {
    const schema = {
      type: 'array',
      maxItems: 16,
      items: { $ref: '#/components/schemas/Size' },
      description: 'Sizes.',
    }
    const list = only(schema)
    expect(list).toMatchObject({ type: 'array of Size', description: 'Sizes.' })
    expect(list.limits).toEqual([{ kind: 'items', min: null, max: 16 }])
    expect(list.members).toMatchObject([
      { path: 'it[].width', name: 'width', required: true, type: 'integer' },
    ])
    const beside = only({ $ref: '#/components/schemas/Size', description: 'Here.' })
    expect(beside).toMatchObject({ type: 'Size', description: 'Here.' })
  })

  it.each<[JsonSchema, string, readonly string[]]>([
    [{ type: 'string', enum: ['a', 'b'] }, 'string', ['"a"', '"b"']],
    [{ type: 'string', const: 'a' }, 'string', ['"a"']],
    [{ const: true }, 'boolean', ['true']],
    [
      {
        anyOf: [
          { type: 'number', const: 0 },
          { type: 'number', const: 1 },
        ],
      },
      'number',
      ['0', '1'],
    ],
  ])('lists the values of %j', (schema, type, values) => {
    expect(only(schema)).toMatchObject({ type, limits: [{ kind: 'values', values }] })
  })

  it.each<[JsonSchema, string]>([
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string or null'],
    [{ type: ['string', 'null'] }, 'string or null'],
    [{ type: 'string', format: 'uri' }, 'string (uri)'],
    [{ type: 'string', format: 'password' }, 'string'],
    [{ type: 'array', items: { type: 'object' } }, 'array of object'],
    [{}, 'any'],
  ])('writes the type of %j', (schema, type) => {
    expect(typeText(schema)).toBe(type)
  })

  it('shows each of several shapes by what tells it apart', () => {
    const shape = (type: string, more: object) => ({
      type: 'object',
      properties: { type: { type: 'string', const: type }, ...more },
    })
    const shapes = members({
      oneOf: [shape('created', {}), shape('updated', { minutes: { type: 'integer' } })],
    })
    expect(shapes.map(({ name, isShape }) => [name, isShape])).toEqual([
      ['type: created', true],
      ['type: updated', true],
    ])
    expect(shapes[1]?.members.map(({ name }) => name)).toEqual(['type', 'minutes'])
  })

  it('ends in a schema that refers to itself', () => {
    expect(members({ $ref: '#/components/schemas/Self' })).toHaveLength(1)
  })

  it('takes the description of a parameter before that of its schema', () => {
    const parameter = { name: 'after', required: true, schema: { type: 'string', description: 'Inner.' } }
    expect(parameterMember(document, parameter)).toMatchObject({ required: true, description: 'Inner.' })
    const described = parameterMember(document, { ...parameter, description: 'Outer.' })
    expect(described.description).toBe('Outer.')
  })
})
