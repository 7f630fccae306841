import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { renditionSchema } from '../../../contract/rendition.ts'
import { PublishedSchemas } from './schemas.ts'

const publish = (schema: z.ZodType, direction: 'request' | 'response' = 'request') =>
  new PublishedSchemas().publish(schema, direction)

describe('published schemas', () => {
  it('make a component of what has an id, once', () => {
    const schemas = new PublishedSchemas()
    const reference = { $ref: '#/components/schemas/Rendition' }
    expect(schemas.publish(z.object({ a: renditionSchema }), 'request').properties).toEqual({ a: reference })
    expect(schemas.publish(z.array(renditionSchema), 'request')).toEqual({ type: 'array', items: reference })
    const { Rendition: rendition, ...others } = schemas.components()
    expect(others).toEqual({})
    expect(rendition).toMatchObject({ type: 'object', required: ['durationSeconds', 'startTimeOffset'] })
    expect(rendition).not.toHaveProperty('id')
  })

  it('refuse an id that would name two schemas', () => {
    const schemas = new PublishedSchemas()
    const withDefault = z.object({ n: z.number().default(1) }).meta({ id: 'SchemasTestNumber' })
    schemas.publish(z.array(withDefault), 'request')
    expect(() => schemas.publish(z.array(withDefault), 'response')).toThrow('two schemas have the id')
  })

  it('take defaults out of what is required of a request, and say that a response has them', () => {
    const schema = z.strictObject({ n: z.number().default(1) })
    expect(publish(schema, 'request')).not.toHaveProperty('required')
    expect(publish(schema, 'response').required).toEqual(['n'])
  })

  it('write any JSON value as a schema without a rule, also inside itself', () => {
    expect(publish(z.object({ any: z.json(), map: z.record(z.string(), z.json()) })).properties).toEqual({
      any: {},
      map: { type: 'object', additionalProperties: {} },
    })
    expect(publish(z.object({ any: z.json().describe('Anything.') })).properties).toEqual({
      any: { description: 'Anything.' },
    })
  })

  it('say nothing of the limits of all numbers', () => {
    expect(publish(z.int())).toEqual({ type: 'integer' })
    expect(publish(z.int().min(0))).toEqual({ type: 'integer', minimum: 0 })
  })

  it('keep members whose names are keywords', () => {
    const { properties } = publish(z.object({ propertyNames: z.string(), minimum: z.string() }))
    expect(properties).toEqual({ propertyNames: { type: 'string' }, minimum: { type: 'string' } })
  })

  it('refuse a schema that refers to itself and has no name', () => {
    const list: z.ZodType = z.object({
      get next() {
        return list.optional()
      },
    })
    expect(() => publish(z.array(list))).toThrow('needs an id')
  })
})
