import { z } from 'zod'

/**
 * The request without the members that may be left out and are null: typed clients send every member, and
 * mean by null that they give none. Where a schema takes null as a value, it stays, and where it may be one of several
 * objects.
 */
export function withoutNulls<Input>(schema: z.ZodType, input: Input): Input
export function withoutNulls(schema: z.ZodType, input: unknown): unknown {
  let drop = drops.get(schema)
  if (!drop) drops.set(schema, (drop = dropOf(schema)))
  return drop(input)
}

type Drop = (input: unknown) => unknown

/** To look through a schema takes longer than to look through a request. */
const drops = new WeakMap<z.ZodType, Drop>()
const nothing: Drop = (input) => input

function dropOf(schema: z.ZodType): Drop {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return dropOf(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodPipe) return dropOf(schema.in as z.ZodType)
  if (schema instanceof z.ZodArray) {
    const each = dropOf(schema.element as z.ZodType)
    return (input) => (Array.isArray(input) ? input.map((one: unknown) => each(one)) : input)
  }
  if (schema instanceof z.ZodUnion) {
    const drops = schema.options
      .map((option) => dropOf(option as z.ZodType))
      .filter((drop) => drop !== nothing)
    return drops.length === 1 ? (drops[0] ?? nothing) : nothing
  }
  return schema instanceof z.ZodObject ? dropOfMembers(schema.shape) : nothing
}

function dropOfMembers(shape: Readonly<Record<string, z.ZodType>>): Drop {
  const known = Object.entries(shape).map(
    ([name, member]) => [name, { isOptional: isOptional(member), drop: dropOf(member) }] as const,
  )
  const members = new Map(known)
  if (known.every(([, { isOptional, drop }]) => !isOptional && drop === nothing)) return nothing
  return (input) => {
    if (!isObject(input)) return input
    return Object.fromEntries(
      Object.entries(input).flatMap(([name, value]) => {
        const member = members.get(name)
        if (!member) return [[name, value]]
        return value === null && member.isOptional ? [] : [[name, member.drop(value)]]
      }),
    )
  }
}

/** May be left out, and does not take null as a value. */
const isOptional = (member: z.ZodType) =>
  member.safeParse(undefined).success && !member.safeParse(null).success

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
