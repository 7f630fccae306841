import { z } from 'zod'

/**
 * The request without the members that may be left out and are null: typed clients send every member, and
 * mean by null that they give none. Where a schema takes null as a value, it stays.
 */
export function withoutNulls<Input>(schema: z.ZodType, input: Input): Input
export function withoutNulls(schema: z.ZodType, input: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return withoutNulls(schema.unwrap() as z.ZodType, input)
  }
  if (schema instanceof z.ZodPipe) return withoutNulls(schema.in as z.ZodType, input)
  if (schema instanceof z.ZodArray && Array.isArray(input)) {
    return input.map((one: unknown) => withoutNulls(schema.element as z.ZodType, one))
  }
  if (!(schema instanceof z.ZodObject) || !isObject(input)) return input
  const members: Readonly<Record<string, z.ZodType>> = schema.shape
  return Object.fromEntries(
    Object.entries(input).flatMap(([name, value]) => {
      const member = Object.hasOwn(members, name) ? members[name] : undefined
      if (member === undefined) return [[name, value]]
      return value === null && isOptional(member) ? [] : [[name, withoutNulls(member, value)]]
    }),
  )
}

/** May be left out, and does not take null as a value. */
const isOptional = (member: z.ZodType) =>
  member.safeParse(undefined).success && !member.safeParse(null).success

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
