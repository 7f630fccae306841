/** Values that have every member of a schema, none of them null or empty. */
import { z } from 'zod'

/** Texts of which one obeys whatever a text in an answer has to. */
const TEXTS = [
  'text',
  '2026-01-01T00:00:00',
  '2026-01-01 00:00:00',
  '2026/01/01 00:00:00',
  'a@example.test',
  'https://example.test/',
  '0123456789ABCDEFGHJKMNPQRS',
]
/** Of one thing that is of another schema. */
const WRAPPING = [z.ZodNullable, z.ZodOptional, z.ZodDefault, z.ZodReadonly]
const NUMBERS = [1, 8, 404, 1935, 32_000, 1_700_000_000_000, -60]

/**
 * More than one where a member is one of several things: each of them is in one.
 * @throws Error for a schema that it knows nothing for
 */
export function samplesOf(schema: z.ZodType): readonly unknown[] {
  if (schema instanceof z.ZodObject) return objects(schema)
  if (schema instanceof z.ZodArray) return arrays(schema)
  if (WRAPPING.some((type) => schema instanceof type))
    return samplesOf((schema as z.ZodNullable<z.ZodType>).unwrap())
  if (schema instanceof z.ZodUnion) return (schema.options as z.ZodType[]).flatMap(samplesOf)
  if (schema instanceof z.ZodPipe) return samplesOf(schema.out as z.ZodType)
  if (schema instanceof z.ZodTuple)
    return [(schema.def.items as z.ZodType[]).map((item) => samplesOf(item)[0])]
  if (schema instanceof z.ZodRecord) return [recordOf(schema)]
  const fits = [...valuesOf(schema), ...TEXTS, ...NUMBERS, true].find(
    (value) => schema.safeParse(value).success,
  )
  if (fits === undefined) throw new Error(`nothing fits ${JSON.stringify(z.toJSONSchema(schema))}`)
  return [fits]
}

const valuesOf = (schema: z.ZodType): readonly unknown[] =>
  schema instanceof z.ZodEnum ? schema.options : schema instanceof z.ZodLiteral ? [...schema.values] : []

/** One list of all samples; or one list of each, where they may not stand beside each other. */
function arrays(schema: z.ZodArray): readonly unknown[] {
  const all = samplesOf(schema.element as z.ZodType)
  return schema.safeParse(all).success ? [all] : all.map((one) => [one])
}

function recordOf(schema: z.ZodRecord): object {
  const [key, value] = [
    samplesOf(schema.keyType as z.ZodType)[0],
    samplesOf(schema.valueType as z.ZodType)[0],
  ]
  return { [String(key)]: value }
}

function objects(schema: z.ZodObject): readonly object[] {
  const members = Object.entries(schema.shape).map(
    ([name, member]) => [name, samplesOf(member as z.ZodType)] as const,
  )
  const count = Math.max(1, ...members.map(([, samples]) => samples.length))
  return Array.from({ length: count }, (_, n) =>
    Object.fromEntries(members.map(([name, samples]) => [name, samples[n % samples.length]])),
  ).flatMap((sample) => (schema.safeParse(sample).success ? [sample] : withoutOne(schema, sample)))
}

/** Members that exclude each other are each in one of them. */
function withoutOne(schema: z.ZodObject, sample: Readonly<Record<string, unknown>>): readonly object[] {
  const others = Object.keys(sample).map((left) =>
    Object.fromEntries(Object.entries(sample).filter(([name]) => name !== left)),
  )
  const good = others.filter((other) => schema.safeParse(other).success)
  return good.length > 0 ? good : [sample]
}

/** The values of a view's members by their path; those of lists share one. */
export function membersOf(value: unknown, path = ''): ReadonlyMap<string, readonly unknown[]> {
  const found = new Map<string, unknown[]>()
  const visit = (one: unknown, at: string): void => {
    if (Array.isArray(one) && one.length > 0) {
      for (const item of one) visit(item, at)
    } else if (typeof one === 'object' && one !== null && Object.keys(one).length > 0) {
      for (const [name, member] of Object.entries(one)) visit(member, at === '' ? name : `${at}.${name}`)
    } else found.set(at, [...(found.get(at) ?? []), one])
  }
  visit(value, path)
  return found
}
