/**
 * Filters of what is forwarded to a connection, compatible with the public Sora protocol: what of others it does not
 * get (docs/signaling.md).
 */
import { z } from 'zod'
import { breaks } from './refusal/carried.ts'
import { integerOf, isWithin } from './text.ts'

const KINDS = ['audio', 'video'] as const
const FIELDS = ['connection_id', 'client_id', 'kind'] as const
const OPERATORS = ['is_in', 'is_not_in'] as const
const ACTIONS = ['block', 'allow'] as const

export const DEFAULT_FILTER = { name: 'default', priority: 32_767, action: 'block' } as const
const MAX_PRIORITY = 65_535
/** They are judged for each track that the connection may get, and may be for each change of focus. */
const isShort = isWithin(16_384)
const tooLong = breaks('maxBytes', { max: 16_384 })
const isKind = (value: string) => (KINDS as readonly string[]).includes(value)

export const filterRule = z
  .object({
    field: z.enum(FIELDS).describe('Of who sends the track, or of the track.'),
    operator: z.enum(OPERATORS),
    values: z.array(z.string()).describe('Of `kind`: `audio`, `video`.'),
  })
  .check(({ value: { field, values }, issues }) => {
    if (field !== 'kind') return
    for (const [i, value] of values.entries()) {
      if (isKind(value)) continue
      const message = breaks('oneOf', { values: KINDS })
      issues.push({ code: 'custom', input: value, path: ['values', i], message })
    }
  })
export type FilterRule = z.output<typeof filterRule>
/** Any of them is enough; each is met where all rules in it are. */
export type FilterRules = readonly (readonly FilterRule[])[]

const filter = z
  .object({
    name: z.string().optional().describe('Which no other filter of the list has; `default` where left out.'),
    priority: integerOf(0, MAX_PRIORITY)
      .optional()
      .describe('The highest is judged first; 32767 where left out. Given together with `name`.'),
    action: z.enum(ACTIONS).optional().describe('What becomes of a track that matches; `block` by default.'),
    rules: z
      .array(z.array(filterRule).min(1, breaks('notEmpty')))
      .describe('A track matches where it meets all rules of one of these arrays.'),
    version: z.string().optional().describe('Told to the authentication webhook; not heeded otherwise.'),
    metadata: z.json().optional().describe('Told to the authentication webhook; not heeded otherwise.'),
  })
  .check(({ value: { name, priority: given }, issues }) => {
    if ((name === undefined) === (given === undefined)) return
    const [member, message] =
      name === undefined
        ? ['name', breaks('string')]
        : ['priority', breaks('integer', { min: 0, max: MAX_PRIORITY })]
    issues.push({ code: 'custom', input: undefined, path: [member], message })
  })
export type ForwardingFilter = z.output<typeof filter>

/** One alone, as clients gave it before there could be several. */
export const forwardingFilter = filter.refine(isShort, tooLong)

export const forwardingFilters = z
  .array(filter)
  .check(({ value, issues }) => {
    const names = new Set<string>()
    for (const [i, { name }] of value.entries()) {
      const known = name ?? DEFAULT_FILTER.name
      if (names.has(known))
        issues.push({ code: 'custom', input: name, path: [i, 'name'], message: breaks('once') })
      names.add(known)
    }
  })
  .refine(isShort, tooLong)
