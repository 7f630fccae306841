/**
 * Faults on purpose: each says where it strikes, what it matches there, what it does, and when it is over.
 * A file of them can be committed; `docs/faults.schema.json` is generated from here, `docs/faults.md` has words.
 */
import { z } from 'zod'
import { LIVE_ERRORS, OPTION_ERRORS } from './errors.ts'
import type { SystemId } from './ids.ts'
import { OPTION_ENDPOINTS } from './option-endpoints.ts'
import { breaks } from './refusal/carried.ts'
import { flag, integerOf, nameOf, textOf } from './text.ts'
import type { EpochMilliseconds, Milliseconds } from './units.ts'
import { WEBHOOK_TYPES } from './webhook-types.ts'

/** Longest delay and longest life of a fault: a day. */
const LONGEST: Milliseconds = 24 * 3_600_000
const MOST_HITS = 1_000_000_000
/** Of one service. */
export const MAX_FAULTS = 500

/** Signaling messages by their `type`: what clients send, and what they are sent. */
const SIGNALING_TYPES = [
  'connect',
  'answer',
  're-answer',
  'update',
  'candidate',
  'pong',
  'disconnect',
  'offer',
  're-offer',
  'ping',
  'notify',
  'push',
] as const
export const DIRECTIONS = ['from-client', 'to-client'] as const
export const STORE_METHODS = ['put', 'stat', 'read', 'list', 'delete', 'abort', 'probe'] as const
const KILLABLE = ['ingest', 'origin', 'sfu', 'transcode', 'archive', 'thumbnail'] as const

const valuesOf = (table: object) => Object.keys(table) as [string, ...string[]]
const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, { error: breaks('oneOf', { values }) })
const numberOf = (min: number, max: number) => {
  const rule = breaks('number', { min, max })
  return z.number({ error: rule }).min(min, rule).max(max, rule)
}
const id = textOf(1, 64)
/** Strict: a member that is not known is refused by its name. */
export const object = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: ({ code }) => (code === 'unrecognized_keys' ? breaks('unknownMember') : breaks('object')),
  })
const chosenBy = (values: readonly string[]) => ({
  error: ({ code }: { readonly code?: string }) =>
    code === 'invalid_union' ? breaks('oneOf', { values }) : breaks('object'),
})

const share = numberOf(0, 1)
const delayMs = integerOf(1, LONGEST)

/** What every match may have. Of those that match, these say which are hit; all where none of them is there. */
const chosen = {
  share: share.optional().describe('Each by chance: 0 none, 1 all. Follows from `--seed`.'),
  every: integerOf(1, MOST_HITS).optional().describe('Every n-th: 3 hits the third, the sixth, …'),
  after: integerOf(0, MOST_HITS)
    .optional()
    .describe('The first n are left alone, and are not counted by `every`.'),
}
const ofSystem = { systemId: id.optional().describe('Of this system only.') }
const ofChannel = { ...ofSystem, channelId: id.optional() }
const ofConnection = { ...ofChannel, connectionId: id.optional() }
const match = <Shape extends z.ZodRawShape>(shape: Shape) =>
  object({ ...shape, ...chosen })
    .refine((given) => !('share' in given && 'every' in given), {
      path: ['every'],
      error: breaks('notBeside', { member: 'share' }),
    })
    .optional()

const delay = object({ kind: z.literal('delay'), delayMs })
const cut = object({ kind: z.literal('cut') }).describe('The connection is cut without an answer.')
/** Where there is one effect alone. */
const only = <const Kind extends string>(kind: Kind) =>
  z.literal(kind, { error: breaks('oneOf', { values: [kind] }) })
const effects = <const Options extends readonly [EffectSchema, ...EffectSchema[]]>(...options: Options) =>
  z.discriminatedUnion(
    'kind',
    options,
    chosenBy(options.map(({ shape }) => [...shape.kind.values][0] as string)),
  )
type EffectSchema = z.ZodObject<{ kind: z.ZodLiteral<string> }>

const common = {
  id: z
    .string({ error: breaks('string') })
    .regex(/^[A-Za-z0-9._-]{1,64}$/, breaks('faultId'))
    .describe('Chosen by you; one fault has it.'),
  name: nameOf(1, 200).optional().describe('What people call it.'),
  on: flag.default(true).describe('False: kept, and does nothing.'),
  ends: object({
    afterMs: integerOf(1, LONGEST)
      .optional()
      .describe(
        'Since it was armed: real time where media or its stores are hit, else by the clock that can be moved.',
      ),
    afterHits: integerOf(1, MOST_HITS).optional(),
  })
    .optional()
    .describe('Whichever comes first; until it is disarmed where there is none.'),
}

const option = object({
  ...common,
  at: z.literal('option'),
  match: match({
    ...ofSystem,
    method: oneOf(['GET', 'POST', 'PATCH', 'DELETE']).optional(),
    path: oneOf([...new Set(Object.values(OPTION_ENDPOINTS).map((one) => one.path))]).optional(),
  }),
  effect: effects(object({ kind: z.literal('answer'), code: oneOf(valuesOf(OPTION_ERRORS)) }), delay, cut),
}).describe('A call of the option API, when the caller is known and before anything is done.')

const live = object({
  ...common,
  at: z.literal('live'),
  match: match({
    operation: textOf(1, 100)
      .optional()
      .describe('As in X-Sfu-Target, or what stands behind its dot: that operation in any version.'),
    ...ofChannel,
    onAir: z
      .literal(true, { error: breaks('exactly', { value: 'true' }) })
      .optional()
      .describe('Only while a channel of the system is on air.'),
  }),
  effect: effects(
    object({ kind: z.literal('answer'), code: oneOf(valuesOf(LIVE_ERRORS)) }),
    delay,
    cut,
    object({ kind: z.literal('revoke') }).describe(
      'The access token of the call is revoked for good, and the call is refused as with any revoked token.',
    ),
  ),
}).describe('A call of the live API, when the caller is known and before anything is done.')

const signaling = object({
  ...common,
  at: z.literal('signaling'),
  match: match({
    type: oneOf(SIGNALING_TYPES).optional(),
    direction: oneOf(DIRECTIONS).optional(),
    ...ofConnection,
  }),
  effect: effects(
    object({
      kind: z.literal('close'),
      reason: nameOf(1, 123)
        .default('SERVICE-UNAVAILABLE')
        .describe('The WebSocket is closed by 4490 and this.'),
    }),
    delay,
    object({ kind: z.literal('drop') }).describe('The message is lost.'),
    cut,
  ),
}).describe('A message of a WebRTC client, or to one.')

const publisher = object({
  ...common,
  at: z.literal('publisher'),
  match: match(ofConnection),
  effect: effects(
    object({
      kind: z.literal('refuse'),
      reason: nameOf(1, 200).default('Refused by a fault.').describe('What the encoder is told.'),
    }),
    object({
      kind: z.literal('drop'),
      awayMs: integerOf(0, LONGEST)
        .default(0)
        .describe('For so long after it the channel takes no encoder, as if the network were away.'),
    }).describe('The connection is cut.'),
    object({ kind: z.literal('freeze') }).describe('Its pictures stand still; sound goes on.'),
    object({
      kind: z.literal('lose-frames'),
      share,
      damaging: flag
        .default(false)
        .describe(
          'True: any frame is lost by chance. False: the last of each group, so that the rest can be decoded.',
        ),
    }).describe('A share of its video frames is lost.'),
    object({
      kind: z.literal('drift'),
      ppm: integerOf(-500_000, 500_000).describe(
        'Parts per million that its timestamps run fast (slow where negative): 1000 is 1 ms in each second.',
      ),
    }),
  ),
}).describe('An encoder by RTMP.')

const webrtc = object({
  ...common,
  at: z.literal('webrtc'),
  match: match({ direction: oneOf(DIRECTIONS).optional(), ...ofConnection }),
  effect: object({
    kind: only('impair'),
    loss: share.optional().describe('Share of packets that are lost.'),
    delayMs: delayMs.optional(),
    jitterMs: integerOf(1, 10_000).optional().describe('Each packet is later by up to this, by chance.'),
    rateBps: integerOf(8_000, 1_000_000_000).optional().describe('Most that passes, bit/s.'),
  }),
}).describe('Media packets of a WebRTC client, in one direction or both.')

const store = object({
  ...common,
  at: z.literal('store'),
  match: match({ destinationId: id.optional(), method: oneOf(STORE_METHODS).optional(), ...ofChannel }),
  effect: effects(
    object({
      kind: z.literal('answer'),
      status: z.union([z.literal(403), z.literal(503)], {
        error: breaks('oneOf', { values: ['403', '503'] }),
      }),
    }),
    object({
      kind: z.literal('slow'),
      delayMs: delayMs.optional(),
      rateBps: integerOf(8_000, 1_000_000_000).optional().describe('Most that passes, bit/s.'),
    }),
    object({ kind: z.literal('never') }).describe('No answer comes.'),
    object({ kind: z.literal('forget') }).describe('It says that it has what was put, and has not.'),
  ),
}).describe('A request to the store of an archive destination.')

const webhook = object({
  ...common,
  at: z.literal('webhook'),
  match: match({
    type: oneOf(WEBHOOK_TYPES).optional(),
    url: textOf(1, 2000).optional().describe('How the address of the endpoint begins.'),
    ...ofChannel,
  }),
  effect: effects(
    object({ kind: z.literal('unreachable') }).describe('The connection is refused; nothing is sent.'),
    object({ kind: z.literal('answer'), status: integerOf(200, 599) }).describe(
      'Nothing is sent; this is taken for the answer.',
    ),
    delay,
  ),
}).describe('An attempt to deliver a webhook, or to ask an authentication webhook.')

const disk = object({
  ...common,
  at: z.literal('disk'),
  match: match({}),
  effect: object({ kind: only('full') }),
}).describe('A write to the disk of segments and recordings.')

const process = object({
  ...common,
  at: z.literal('process'),
  match: match({ name: oneOf(KILLABLE).optional() }),
  effect: object({
    kind: only('kill'),
    delayMs: integerOf(0, LONGEST).default(0).describe('So long after it was found at work.'),
  }),
}).describe(
  'A media process that is at work, or comes to be: killed at once. Without an end it is killed each time.',
)

const KINDS = [option, live, signaling, publisher, webrtc, store, webhook, disk, process] as const
export const FAULT_PLACES = [
  'option',
  'live',
  'signaling',
  'publisher',
  'webrtc',
  'store',
  'webhook',
  'disk',
  'process',
] as const
export type FaultPlace = (typeof FAULT_PLACES)[number]
/** Where media processes strike themselves. Media time is real, and so is the end of these rules. */
export const MEDIA_PLACES: ReadonlySet<FaultPlace> = new Set(['publisher', 'webrtc', 'store', 'disk'])

export const fault = z.discriminatedUnion('at', KINDS, chosenBy(FAULT_PLACES))
export type Fault = z.output<typeof fault>
/** As it is written down; members with a default may be left out. */
export type FaultInput = z.input<typeof fault>
type FaultsByPlace = { [At in FaultPlace]: Extract<Fault, { at: At }> }
type EffectsByPlace = { [At in FaultPlace]: FaultsByPlace[At]['effect'] }
export type FaultEffect<At extends FaultPlace> = EffectsByPlace[At]

/** What is known of something that a fault may hit; a match with a member that is not known does not match. */
export interface FaultFacts {
  option: { systemId?: string; method: string; path: string }
  live: { systemId: SystemId; operation: string; channelId?: string; onAir: () => boolean }
  signaling: {
    systemId?: string
    channelId?: string
    connectionId?: string
    type: string
    direction: (typeof DIRECTIONS)[number]
  }
  publisher: { systemId?: string; channelId: string; connectionId?: string }
  webrtc: {
    systemId?: string
    channelId: string
    connectionId: string
    direction: (typeof DIRECTIONS)[number]
  }
  store: {
    systemId?: string
    channelId?: string
    destinationId?: string
    method: (typeof STORE_METHODS)[number]
  }
  webhook: { systemId: string; channelId?: string; type: string; url: string }
  disk: object
  process: { name: string }
}

export const faultFile = object({
  $schema: z
    .string({ error: breaks('string') })
    .optional()
    .describe('For editors.'),
  version: z.literal(1, { error: breaks('exactly', { value: '1' }) }),
  faults: z
    .array(fault, { error: breaks('arrayOf', { values: ['faults'] }) })
    .max(MAX_FAULTS, breaks('maxFaults', { max: MAX_FAULTS }))
    .check(({ value, issues }) => {
      const ids = new Set<string>()
      for (const [index, { id: input }] of value.entries()) {
        if (ids.has(input))
          issues.push({ code: 'custom', input, path: [index, 'id'], message: breaks('faultIdTaken') })
        ids.add(input)
      }
    }),
})
export type FaultFileInput = z.input<typeof faultFile>

/** A rule as media processes are handed it. */
export interface ArmedFault {
  readonly fault: Fault
  /** Of this arming; hits that come back with another are of one that is over. */
  readonly arming: number
  /** Of it until now, in all processes. */
  readonly hits: number
  /** How often it was asked whether it hits something that it matches, likewise. */
  readonly asked: number
  /** Real time; null: no end by time. */
  readonly until: EpochMilliseconds | null
}

/** All that a media process has to heed from now on, in place of what it heeded before. */
export interface FaultOrders {
  /** By which the process says that it has them. */
  readonly number: number
  /** What choices follow from. */
  readonly seed: number
  readonly faults: readonly ArmedFault[]
}

/** What came of a rule in a media process since it told last. */
export interface FaultCount {
  readonly id: string
  readonly arming: number
  readonly hits: number
  readonly asked: number
}
