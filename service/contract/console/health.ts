/**
 * How well a channel's broadcast runs: measurements, what happened and what was found.
 *
 * Kept in memory: the last 30 minutes second by second, up to 24 h of the session in steps of 10 s. A session
 * goes on while the encoder comes back within the grace of the playlist; it is kept until the next one.
 */
import { z } from 'zod'
import type { ChannelId } from '../ids.ts'
import { integerTextOf } from '../text.ts'
import type { Seconds } from '../units.ts'
import { channelState, closeReason, finding } from './channel-view.ts'
import { idParam, json } from './route.ts'
import type { Shown } from './route.ts'
import { bitsPerSecond, bytes, count, milliseconds, moment, seconds } from './units.ts'

/** Everything newer than `since`; all that is kept where it is left out or 0. */
const healthQuery = z.object({ since: integerTextOf(0, Number.MAX_SAFE_INTEGER).default(0) })

/** Seconds between two rows of {@link HealthView.session}. */
export const SESSION_STEP: Seconds = 10

/**
 * What is measured each second. Of encoders, and of WebRTC clients that send to a channel with HLS: `video`
 * and `audio` in bit/s, `frameRate` in frames a second, `keyFrames` in seconds between the last two, `drift`
 * of media time against the clock in ms, behind it where positive. Of a WebRTC channel without HLS: the sums
 * of what its connections sent to the service (`received`) and got from it (`sent`) in bit/s.
 */
export const MEASURES = {
  media: ['video', 'audio', 'frameRate', 'keyFrames', 'drift'],
  webrtc: ['received', 'sent'],
} as const
const healthKind = z.enum(['media', 'webrtc'])
export type HealthKind = keyof typeof MEASURES
export type Measure = (typeof MEASURES)[HealthKind][number]

/** Columns of equal length, oldest first; null where something was not known. */
const healthColumns = z.strictObject({
  /** When each row was measured; of means, when their last second was. */
  at: z.array(moment),
  values: z.partialRecord(z.enum([...MEASURES.media, ...MEASURES.webrtc]), z.array(z.number().nullable())),
})
export type HealthColumns = Shown<typeof healthColumns>

/** True where nothing was mended: an encoder is not blamed for now, as this computer may be the cause. */
const withdrawn = z.boolean()

/** `id` counts up within a session. */
const happened = { id: z.int(), at: moment }
/** Something that happened. */
export const healthEvent = z.discriminatedUnion('kind', [
  z.strictObject({
    ...happened,
    kind: z.literal('connection-opened'),
    connectionId: z.string(),
    remoteAddress: z.string(),
  }),
  z.strictObject({
    ...happened,
    kind: z.literal('connection-closed'),
    connectionId: z.string(),
    /** Null where it is not told. */
    reason: closeReason.nullable(),
  }),
  z.strictObject({ ...happened, kind: z.literal('state'), state: channelState }),
  z.strictObject({ ...happened, kind: z.literal('transcoder-restarted') }),
  z.strictObject({ ...happened, kind: z.literal('finding-raised'), finding }),
  z.strictObject({ ...happened, kind: z.literal('finding-cleared'), finding, withdrawn }),
])
export type HealthEvent = Shown<typeof healthEvent>

/** A finding of this session; its values are the newest. */
const sessionFinding = finding.extend({
  /** Null while it holds. */
  clearedAt: moment.nullable(),
  withdrawn,
})
export type SessionFinding = Shown<typeof sessionFinding>

export const healthView = z.strictObject({
  now: moment,
  kind: healthKind,
  /** Begins with the first connection; null before any since the start of the service. */
  startedAt: moment.nullable(),
  /** Null while it runs. */
  endedAt: moment.nullable(),
  /** What is measured is judged by these; null where nothing sets one. */
  targets: z.strictObject({
    /** Of the largest rendition. */
    videoBps: bitsPerSecond.nullable(),
    /** What the encoder says that it sends. */
    frameRate: z.number().nullable(),
    keyFrames: seconds.nullable(),
    drift: milliseconds.nullable(),
  }),
  recent: healthColumns,
  session: healthColumns,
  /** Newer than `since`, oldest first. The newest 500 are kept. */
  events: z.array(healthEvent),
  /** All of this session, newest first. The newest 100 are kept, and all that hold. */
  findings: z.array(sessionFinding),
})
export type HealthView = Shown<typeof healthView>

/** A session of a channel, which may run still. */
const pastSession = z.strictObject({
  id: z.int(),
  startedAt: moment,
  /** Null while it runs; of one that the service itself did not outlive, when the last happened that is known. */
  endedAt: moment.nullable(),
  /** What the first that connected said of itself; may be empty. */
  encoder: z.string(),
  connections: count,
  /** Of encoders, by the minute while they send. */
  receivedBytes: bytes,
  /** That were found. */
  findings: count,
})
export type PastSession = Shown<typeof pastSession>

export const healthApi = {
  sessions: json({
    method: 'GET',
    path: '/console/api/channels/:id/sessions',
    who: 'delivery',
    summary: 'The newest 100 sessions of a channel, newest first; those of earlier runs of the service too.',
    params: { id: idParam<ChannelId>() },
    answer: z.strictObject({ sessions: z.array(pastSession) }),
    errors: ['NOT_FOUND'],
  }),
  sessionEvents: json({
    method: 'GET',
    path: '/console/api/channels/:id/sessions/:session',
    who: 'delivery',
    summary: 'What happened in a session, oldest first; the newest 500.',
    params: { id: idParam<ChannelId>(), session: integerTextOf(1, Number.MAX_SAFE_INTEGER) },
    answer: z.strictObject({ events: z.array(healthEvent) }),
    errors: ['NOT_FOUND'],
  }),
  read: json({
    method: 'GET',
    path: '/console/api/channels/:id/health',
    who: 'delivery',
    summary: "How well a channel's broadcast runs.",
    params: { id: idParam<ChannelId>() },
    query: healthQuery,
    answer: healthView,
    errors: ['NOT_FOUND'],
  }),
}
