/** Schemas of strings and numbers that both APIs share. An error is a rule of the table. */
import { z } from 'zod'
import { breaks } from './refusal/carried.ts'
import type { Bytes } from './units.ts'

/** Lengths are counted in Unicode code points, as everywhere in both APIs. */
export const codePoints = (s: string): number => [...s].length

/** Bytes of UTF-8. */
export const bytesOf = (s: string): Bytes => new TextEncoder().encode(s).length

/** Whether a value, as JSON, is short enough to be kept and repeated to others. */
export const isWithin = (most: Bytes) => (value: unknown) => bytesOf(JSON.stringify(value)) <= most

const isText = { error: breaks('string') }

/**
 * A string of `min` to `max` code points. JSON Schema counts in code points too (RFC 8259 and JSON Schema
 * validation 6.3), so the published limits are the checked ones.
 */
export function textOf(min: number, max: number, rule = breaks('characters', { min, max })) {
  return z
    .string(isText)
    .refine((s) => codePoints(s) >= min && codePoints(s) <= max, rule)
    .meta({ minLength: min, maxLength: max })
}

/** Line ends, other controls, and what turns the direction of all text that follows. */
const NOT_PLAIN = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/u
const EACH_NOT_PLAIN = new RegExp(NOT_PLAIN, 'gu')

/** Whether a text changes nothing of what it stands beside, in lists and logs. */
export const isPlain = (s: string): boolean => !NOT_PLAIN.test(s)

/** A text of somebody else, with spaces for what is not plain in it. */
export const madePlain = (s: string): string => s.toWellFormed().replace(EACH_NOT_PLAIN, ' ')

/** The string, of plain text only. */
export function plain<Schema extends z.ZodType<string>>(schema: Schema): Schema {
  return schema.refine(isPlain, breaks('plainText'))
}

/** What people call something. */
export function nameOf(min: number, max: number, rule = breaks('characters', { min, max })) {
  return plain(textOf(min, max, rule))
}

/** Any string. */
export const anyText = z.string(isText)

/** An opaque identifier as a caller sends it. */
export const idText = z.string(isText).min(1, breaks('notEmpty'))

/** An address that names one of the protocols, without user and password. */
export function isUrl(value: string, protocols: readonly string[]): boolean {
  // The parser forgives spaces around it and missing slashes; whoever is called later may not.
  if (!/^[a-z]+:\/\/\S+$/i.test(value) || !isPlain(value) || !URL.canParse(value)) return false
  const url = new URL(value)
  return protocols.includes(url.protocol) && url.username === '' && url.password === ''
}

export const flag = z.boolean({ error: breaks('boolean') })

export function integerOf(min: number, max: number) {
  const rule = breaks('integer', { min, max })
  return z
    .number({ error: rule })
    .refine((n) => Number.isInteger(n) && n >= min && n <= max, rule)
    .meta({ type: 'integer', minimum: min, maximum: max })
}

/** An integer in a query string, where everything is text. */
export function integerTextOf(min: number, max: number) {
  const rule = breaks('integer', { min, max })
  return z
    .string({ error: rule })
    .refine((text) => /^\d{1,16}$/.test(text) && Number(text) >= min && Number(text) <= max, rule)
    .meta({ type: 'integer', minimum: min, maximum: max })
    .transform(Number)
}
