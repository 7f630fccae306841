/**
 * The file that `airdesk record` writes: one JSON value a line, of which the first is the head. Secrets stand as
 * `***1`, `***2`, … in the order in which they came, with their length where a caller chose them (`***3/7`); addresses
 * of the service as `{live_base_url}` and so on.
 */
import { z } from 'zod'

/** Addresses of the service that have a name in the file. */
export const ADDRESS_NAMES = [
  'option_base_url',
  'live_base_url',
  'console_url',
  'console_page_url',
  'signaling_url',
  'media_base_url',
  'rtmp_base_url',
] as const
export type AddressName = (typeof ADDRESS_NAMES)[number]

/** Credentials that were there before, as they stand in the file. */
const known = z.strictObject({
  email: z.string(),
  password: z.string(),
  access_code: z.string(),
  access_token: z.string(),
})

export const recordHead = z.strictObject({
  /** Of this format. */
  airdesk_record: z.literal(1),
  /** Of the service. */
  version: z.string(),
  seed: z.int().nullable(),
  known,
})
export type RecordHead = z.output<typeof recordHead>

/** After the recording began, by the clock of the service's rules, ms. */
const at = z.number()

/** What a body is: `json` where it is written as `JSON.stringify` does, else text; `withheld`: it may hold secrets. */
const body = {
  json: z.unknown().optional(),
  text: z.string().optional(),
  withheld: z.literal(true).optional(),
}
const headers = z.record(z.string(), z.string())

export const recordedCall = z.strictObject({
  kind: z.literal('call'),
  at,
  api: z.enum(['option', 'live']),
  operation: z.string(),
  ask: z.strictObject({ method: z.string(), path: z.string(), headers, ...body }),
  answer: z.strictObject({ status: z.int(), headers, ...body }),
})
export type RecordedCall = z.output<typeof recordedCall>

export const recordedWebhook = z.strictObject({
  kind: z.literal('webhook'),
  at,
  /** `auth` for questions of channels. */
  type: z.string(),
  /** 1 for the first attempt. */
  attempt: z.int(),
  url: z.string(),
  ...body,
  /** Null where there was none; `failure` says why. */
  answer: z.strictObject({ status: z.int(), ...body }).nullable(),
  failure: z.string().optional(),
})
export type RecordedWebhook = z.output<typeof recordedWebhook>

export const recordedSignaling = z.strictObject({
  kind: z.literal('signaling'),
  at,
  /** Number of the WebSocket, from 1. */
  socket: z.int(),
  /** Seen from the service. */
  event: z.enum(['opened', 'received', 'sent', 'closed']),
  message: z.unknown().optional(),
  /** What is no JSON. */
  text: z.string().optional(),
  /** Of the close, and who closed. */
  code: z.int().optional(),
  reason: z.string().optional(),
  by: z.enum(['service', 'client']).optional(),
})
export type RecordedSignaling = z.output<typeof recordedSignaling>

/** A system that a test made for itself, as `airdesk.system()` does. */
export const recordedSystem = z.strictObject({
  kind: z.literal('system'),
  at,
  /** Its number, from 1. */
  system: z.int(),
  event: z.enum(['made', 'removed']),
  /** As asked for. */
  name: z.string().optional(),
  time_zone: z.string().optional(),
  /** Where it was made. */
  known: known.optional(),
})
export type RecordedSystem = z.output<typeof recordedSystem>

export const recordLine = z.discriminatedUnion('kind', [
  recordedCall,
  recordedWebhook,
  recordedSignaling,
  recordedSystem,
])
export type RecordLine = z.output<typeof recordLine>

export interface ReadRecord {
  readonly head: RecordHead
  readonly lines: readonly RecordLine[]
}

/**
 * Reads a recorded file.
 * @throws Error that names the line and what is wrong with it
 */
export function readRecord(text: string): ReadRecord {
  const [first = '', ...rest] = text.trimEnd().split('\n')
  return {
    head: parsed(first, 1, recordHead),
    lines: rest.map((line, index) => parsed(line, index + 2, recordLine)),
  }
}

function parsed<Schema extends z.ZodType>(text: string, line: number, schema: Schema): z.output<Schema> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error(`line ${line} of the recording is not JSON`)
  }
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new Error(`line ${line} of the recording: ${issue?.path.join('.')} is not as it must be`)
}
