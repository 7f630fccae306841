/** A clock that can be moved. */
import { z } from 'zod'
import { breaks } from '../../refusal/carried.ts'
import { nothing } from '../nothing.ts'
import { integerTextOf } from '../../text.ts'
import { json } from '../route.ts'
import type { Shown } from '../route.ts'
import { count, moment } from '../units.ts'
import { emulatorClock } from './state.ts'
import { parseDuration, parseInstant } from './time-text.ts'

const instant = z
  .string({ error: breaks('instant') })
  .refine((text) => parseInstant(text) !== null, breaks('instant'))
const duration = z
  .string({ error: breaks('duration') })
  .refine((text) => parseDuration(text) !== null, breaks('duration'))
const SPEEDS = { min: 0.001, max: 100_000 }
const speed = z
  .number({ error: breaks('number', SPEEDS) })
  .refine((rate) => rate >= SPEEDS.min && rate <= SPEEDS.max, breaks('number', SPEEDS))

const shared = { at: moment }
/** What time alone brought about, when and of which system; of what is no system's, null. */
export const firing = z.discriminatedUnion('kind', [
  z.strictObject({
    /** `due`: it is waited for, 10 s before its start; `late`: no viewer could see it 5 s after that. */
    kind: z.enum(['schedule.due', 'schedule.started', 'schedule.late', 'schedule.ended']),
    ...{ ...shared, systemId: z.string(), scheduleId: z.string(), name: z.string() },
  }),
  z.strictObject({
    /** An event that time brought about, as `connection.updated` each minute. */
    kind: z.literal('webhook.written'),
    ...{ ...shared, systemId: z.string(), eventId: z.string(), type: z.string(), url: z.string() },
  }),
  z.strictObject({
    kind: z.literal('webhook.attempt'),
    ...{ ...shared, systemId: z.string(), eventId: z.string(), type: z.string(), url: z.string() },
    /** From 1; those from 2 on are retries. */
    attempt: count,
    outcome: z.enum(['delivered', 'failed', 'given-up']),
    /** Null where no answer came. */
    status: z.int().nullable(),
  }),
  z.strictObject({
    /** Of the option API: those of the console go by real time. */
    kind: z.literal('session.ended'),
    ...{ ...shared, systemId: z.string(), userId: z.int() },
  }),
  z.strictObject({
    kind: z.literal('idempotency-key.ended'),
    /** Id of an access token, or `user:` and the id of a user. */
    ...{ ...shared, owner: z.string() },
  }),
  z.strictObject({
    kind: z.literal('playlist-address.ended'),
    ...{ ...shared, systemId: z.string(), channelId: z.string() },
  }),
  z.strictObject({
    kind: z.literal('connection.ended'),
    ...{
      ...shared,
      systemId: z.string(),
      channelId: z.string(),
      connectionId: z.string(),
      reason: z.string(),
    },
  }),
  z.strictObject({
    kind: z.literal('login-limit.released'),
    /** Whose attempts count again: an e-mail or an address. */
    ...{ ...shared, of: z.string() },
  }),
  z.strictObject({
    /** Rows that are too old went; told with the last moment of the move. */
    kind: z.literal('retention.removed'),
    ...{ ...shared, of: z.enum(['webhooks', 'recordings', 'incidents']), rows: count },
  }),
])
export type Firing = Shown<typeof firing>

const move = z.strictObject({
  from: moment,
  /** Where time was to come to. */
  to: moment,
  /** Where it is. */
  at: moment,
  /** What it took, real time. */
  durationMs: count,
  /** True where somebody ended it before its time. */
  stopped: z.boolean(),
  /** How often each kind fired. */
  counts: z.record(z.string(), count),
  total: count,
})
export type ClockMove = Shown<typeof move>

export const clockState = z.strictObject({
  ...emulatorClock.shape,
  /** While it is moved: from where, where to, and where it is. */
  moving: z.strictObject({ from: moment, to: moment, at: moment }).nullable(),
  /** The last time that it was moved; null before. */
  last: move.nullable(),
})
export type ClockState = Shown<typeof clockState>

/** So many firings are answered at once; the others are listed. */
export const FIRINGS_AT_ONCE = 1000

const moved = z.strictObject({
  ...{ clock: clockState, move: move },
  /** In order; the first 1,000. */
  firings: z.array(firing),
})
export type ClockMoved = Shown<typeof moved>

const common = { who: 'owner', onlyEmulator: true, audit: null } as const

export const emulatorClockApi = {
  state: json({
    method: 'GET',
    path: '/console/api/emulator/clock',
    ...{ who: 'owner', onlyEmulator: true },
    summary: 'What the clock of rules shows, how fast it goes, and what happens next by itself.',
    answer: clockState,
  }),
  freeze: json({
    method: 'POST',
    path: '/console/api/emulator/clock/freeze',
    ...common,
    summary: 'Stops the clock, now or at a later instant: what lies between fires first.',
    body: z.object({ at: instant.optional() }),
    answer: moved,
    errors: ['CLOCK_BACK', 'CLOCK_MOVING'],
  }),
  advance: json({
    method: 'POST',
    path: '/console/api/emulator/clock/advance',
    ...common,
    summary:
      'Moves the clock forward by a duration; answers when all that lies between has fired, in order, and is done.',
    body: z.object({ duration }),
    answer: moved,
    errors: ['CLOCK_MOVING'],
  }),
  set: json({
    method: 'POST',
    path: '/console/api/emulator/clock/set',
    ...common,
    summary: 'Moves the clock forward to an instant, as `advance` does.',
    body: z.object({ at: instant }),
    answer: moved,
    errors: ['CLOCK_BACK', 'CLOCK_MOVING'],
  }),
  run: json({
    method: 'POST',
    path: '/console/api/emulator/clock/run',
    ...common,
    summary: 'Has the clock go so many times as fast as real time, from where it stands.',
    body: z.object({ rate: speed }),
    answer: clockState,
    errors: ['CLOCK_MOVING'],
  }),
  release: json({
    method: 'POST',
    path: '/console/api/emulator/clock/release',
    ...common,
    summary:
      'Has the clock go as real time does. Where it is behind, what lies between fires first; where it is ahead, it stays ahead: time never goes back.',
    body: nothing,
    answer: clockState,
    errors: ['CLOCK_MOVING'],
  }),
  stop: json({
    method: 'POST',
    path: '/console/api/emulator/clock/stop',
    ...common,
    summary: 'Ends what moves the clock where it is by now. Nothing happens where nothing does.',
    body: nothing,
    answer: clockState,
  }),
  firings: json({
    method: 'GET',
    path: '/console/api/emulator/clock/firings',
    ...{ who: 'owner', onlyEmulator: true },
    summary: 'What fired the last time that the clock was moved, in order.',
    query: z.object({ after: integerTextOf(0, 1_000_000_000).default(0) }),
    answer: z.strictObject({
      total: count,
      /** From the one numbered `after` on, 1,000 at most. */
      firings: z.array(firing),
    }),
  }),
}
