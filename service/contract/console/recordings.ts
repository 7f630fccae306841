/** What was recorded. */
import { z } from 'zod'
import { breaks } from '../refusal/carried.ts'
import { codePoints, idText, integerOf, integerTextOf } from '../text.ts'
import type { RecordingId } from '../ids.ts'
import { storeFault } from './destinations.ts'
import { nothing } from './nothing.ts'
import { idParam, json } from './route.ts'
import type { Shown } from './route.ts'
import { bytes, count, milliseconds, moment } from './units.ts'
import { RECORDING_STATES } from './words.ts'

export type RecordingState = (typeof RECORDING_STATES)[number]
const recordingState = z.enum(RECORDING_STATES, {
  error: breaks('oneOf', { values: RECORDING_STATES }),
})

const MAX_RECORDING_PAGE = 200
const shortText = idText.refine((s) => codePoints(s) <= 200, breaks('maxCharacters', { max: 200 }))

const time = integerTextOf(0, Number.MAX_SAFE_INTEGER)

/** Every filter that is given must fit. */
export const recordingListQuery = z.object({
  channel: shortText.optional(),
  connection: shortText.optional(),
  schedule: shortText.optional(),
  destination: shortText.optional(),
  state: recordingState.optional(),
  /** Only what has some of `[from, to)`, milliseconds since 1970. */
  from: time.optional(),
  to: time.optional(),
  /** A part of the channel's name, the schedule's name or an id, without case. */
  search: shortText.optional(),
  /** Only recordings that are older than the one with this `sequence`. */
  before: integerTextOf(1, Number.MAX_SAFE_INTEGER).optional(),
  limit: integerTextOf(1, MAX_RECORDING_PAGE).default(50),
})
export type RecordingListQuery = z.infer<typeof recordingListQuery>

export const recordingView = z.strictObject({
  sequence: z.int(),
  id: z.string(),
  channelId: z.string(),
  /** As it is now, or was when the channel was deleted. */
  channelName: z.string(),
  connectionId: z.string(),
  /** Of the time of the broadcast; null where the channel was made for none. */
  schedule: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
  rendition: z.int(),
  /** Pixels; null for sound alone. */
  size: z.strictObject({ width: z.number(), height: z.number() }).nullable(),
  destinationId: z.string(),
  bucketUri: z.string(),
  /** Where it is in the store, below the path of `bucketUri`; ends with a slash. */
  path: z.string(),
  state: recordingState,
  startedAt: moment,
  /** Null while it is being recorded. */
  endedAt: moment.nullable(),
  durationMs: milliseconds,
  /** Of all its files so far. */
  bytes,
  /** Of these, what the store has, verified. */
  uploadedBytes: bytes,
  /** What the disk could not take, milliseconds of media. */
  lostMs: milliseconds,
  /** Failed tries since the last success. */
  failures: count,
  /** Null unless it waits for another try. */
  nextTryAt: moment.nullable(),
  lastFault: storeFault.nullable(),
  /** True while this machine has all of it. */
  local: z.boolean(),
})
export type RecordingView = Shown<typeof recordingView>

export const recordingList = z.strictObject({
  recordings: z.array(recordingView),
  /** `before` of the next page; null when there is none. */
  before: z.int().nullable(),
})
export type RecordingList = Shown<typeof recordingList>

export const recordingDetail = recordingView.extend({
  files: z.strictObject({ count, uploaded: count }),
  /** Bytes that were given to the network, also what had to be sent twice. */
  sentBytes: bytes,
})
export type RecordingDetail = Shown<typeof recordingDetail>

export const playAddress = z.strictObject({
  /** http on loopback, an MP4 with ranges; for some hours. */
  url: z.string(),
})
export type PlayAddress = Shown<typeof playAddress>

const recordingDeleteQuery = z.object({
  /** Also what the store has of it. */
  fromStore: z.enum(['true', 'false'], { error: breaks('boolean') }).transform((text) => text === 'true'),
})

/** Most days that recordings are kept. */
const MOST_KEEP_DAYS = 3650

const recordingRetention = z.strictObject({
  /** How long recordings in folders of this computer are kept; null: until somebody deletes them. */
  keepDays: z.int().nullable(),
  /** What is older by now than the days that were asked about, or than those that are set. */
  due: z.strictObject({ count, bytes }),
})

const retentionQuery = z.object({ days: integerTextOf(1, MOST_KEEP_DAYS).optional() })
const keepRequest = z.object({ keepDays: integerOf(1, MOST_KEEP_DAYS).nullable() })

const path = '/console/api/recordings'
const one = `${path}/:id` as const
const id = idParam<RecordingId>()

export const recordingApi = {
  list: json({
    method: 'GET',
    path,
    who: 'delivery',
    summary: 'Recordings, newest first.',
    query: recordingListQuery,
    answer: recordingList,
  }),
  retention: json({
    method: 'GET',
    path: `${path}/retention`,
    who: 'delivery',
    summary: 'How long recordings in folders of this computer are kept, and what goes by that.',
    query: retentionQuery,
    answer: recordingRetention,
  }),
  keep: json({
    method: 'PUT',
    path: `${path}/retention`,
    who: 'delivery',
    summary: 'Keeps recordings in folders of this computer for so many days, and deletes older ones.',
    audit: 'retention.changed',
    body: keepRequest,
    answer: nothing,
  }),
  find: json({
    method: 'GET',
    path: one,
    who: 'delivery',
    summary: 'A recording with its files.',
    params: { id },
    answer: recordingDetail,
    errors: ['NOT_FOUND'],
  }),
  retry: json({
    method: 'POST',
    path: `${one}/retry`,
    who: 'delivery',
    summary: 'Tries the destination of a recording again now.',
    audit: 'recording.retried',
    params: { id },
    answer: nothing,
    errors: ['NOT_FOUND', 'NOT_WAITING'],
  }),
  play: json({
    method: 'POST',
    path: `${one}/play`,
    who: 'delivery',
    summary: 'Where the movie of a recording can be played for some hours.',
    audit: null,
    params: { id },
    answer: playAddress,
    errors: ['NOT_FOUND', 'NOT_PLAYABLE'],
  }),
  remove: json({
    method: 'DELETE',
    path: one,
    who: 'delivery',
    summary:
      'Forgets a recording and removes its local copy, and what the store has where that is asked for.',
    audit: 'recording.deleted',
    params: { id },
    query: recordingDeleteQuery,
    answer: nothing,
    errors: ['NOT_FOUND', 'STILL_RECORDING', 'STORE_FAILED'],
  }),
}
