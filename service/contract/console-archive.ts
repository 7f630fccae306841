/**
 * Archives in the console API. For operators, of their own system only. Destinations are made, listed and
 * deleted by the live API; here is what it has no operation for.
 *
 *   GET    /console/api/archive/destinations                             → DestinationList
 *   POST   /console/api/archive/tests              createArchiveDestinationRequest → TestView (202): begins a test of values that need not be saved; 429 TOO_MANY_REQUESTS while 4 run
 *   GET    /console/api/archive/tests/:id                                → TestView
 *   GET    /console/api/archive/local-folder                             → LocalFolder
 *   GET    /console/api/recordings                 recordingListQuery    → RecordingList, newest first
 *   GET    /console/api/recordings/:id                                   → RecordingDetail
 *   POST   /console/api/recordings/:id/retry                             → {}   409 NOT_WAITING where nothing waits for another try
 *   POST   /console/api/recordings/:id/play                              → PlayAddress   409 NOT_PLAYABLE
 *   DELETE /console/api/recordings/:id             recordingDeleteQuery  → {}   409 STILL_RECORDING; 502 STORE_FAILED
 */
import { z } from 'zod'
import { codePoints, idText, integerTextOf } from './text.ts'
import type { StoreFault } from './store-fault.ts'
import type { Bytes, EpochMilliseconds, Milliseconds } from './units.ts'

/** In the order in which they are tried. */
export const TEST_STEPS = [
  'parse',
  'reach',
  'credentials',
  'bucket',
  'write',
  'read-back',
  'multipart',
  'delete',
  'clock',
] as const
export type TestStepName = (typeof TEST_STEPS)[number]

/** `warning`: recordings will arrive, but something that a person may want is not allowed. */
export type TestOutcome = 'passed' | 'warning' | 'failed' | 'skipped'

export interface TestStep {
  readonly name: TestStepName
  readonly outcome: TestOutcome
  readonly durationMs: Milliseconds
  /** Null unless it failed or warns. The console has a hint for each kind and step. */
  readonly fault: StoreFault | null
  /** Such as the address that was reached or the skew of clocks in seconds; empty where there is nothing to say. */
  readonly note: string
}

export interface TestReport {
  /** `warning` where nothing failed and something warns. */
  readonly outcome: Exclude<TestOutcome, 'skipped'>
  readonly steps: readonly TestStep[]
}

/** A test that runs or has run; forgotten some minutes after its end. */
export interface TestView {
  readonly id: string
  readonly done: boolean
  readonly outcome: TestReport['outcome'] | null
  readonly steps: readonly TestStep[]
}

export interface DestinationView {
  readonly id: string
  readonly bucketUri: string
  readonly kind: 's3' | 'gs' | 'azblob' | 'file'
  readonly createdAt: EpochMilliseconds
  /** Members of the request that are not secret. */
  readonly settings: Readonly<Record<string, string>>
  /** Channels that are not deleted and archive here. */
  readonly channels: readonly { readonly channelId: string; readonly name: string }[]
  /** Recordings that are not all there yet. */
  readonly unfinished: number
  readonly pendingBytes: Bytes
  /** Why uploads wait, and when they are tried again; null while the destination works. */
  readonly trouble: {
    readonly fault: StoreFault
    readonly since: EpochMilliseconds
    readonly failures: number
    readonly nextTryAt: EpochMilliseconds
  } | null
}
export interface DestinationList {
  readonly destinations: readonly DestinationView[]
}

/** A folder of this machine that can be a destination at once. */
export interface LocalFolder {
  /** `file:///…` */
  readonly bucketUri: string
}

/**
 * `recording`: being made. `sealing`: the broadcast has ended, the movie is made. `uploading`: on its way,
 * also while it waits for another try. `available`: all of it is in the store, verified. `failed`: it
 * cannot arrive (its local copy is gone or damaged), or nothing could be recorded.
 */
export const RECORDING_STATES = ['recording', 'sealing', 'uploading', 'available', 'failed'] as const
export type RecordingState = (typeof RECORDING_STATES)[number]
export const recordingState = z.enum(RECORDING_STATES, {
  error: `must be one of ${RECORDING_STATES.join(', ')}`,
})

export const MAX_RECORDING_PAGE = 200
const shortText = idText.refine((s) => codePoints(s) <= 200, 'must have at most 200 characters')

/** Every filter that is given must fit. */
export const recordingListQuery = z.object({
  channel: shortText.optional(),
  connection: shortText.optional(),
  schedule: shortText.optional(),
  destination: shortText.optional(),
  state: recordingState.optional(),
  /** A part of the channel's name, the schedule's name or an id, without case. */
  search: shortText.optional(),
  /** Only recordings that are older than the one with this `sequence`. */
  before: integerTextOf(1, Number.MAX_SAFE_INTEGER).optional(),
  limit: integerTextOf(1, MAX_RECORDING_PAGE).default(50),
})
export type RecordingListQuery = z.infer<typeof recordingListQuery>

export interface RecordingView {
  readonly sequence: number
  readonly id: string
  readonly channelId: string
  /** As it is now, or was when the channel was deleted. */
  readonly channelName: string
  readonly connectionId: string
  /** Of the time of the broadcast; null where the channel was made for none. */
  readonly schedule: { readonly id: string; readonly name: string } | null
  readonly rendition: number
  /** Pixels; null for sound alone. */
  readonly size: { readonly width: number; readonly height: number } | null
  readonly destinationId: string
  readonly bucketUri: string
  /** Where it is in the store, below the path of `bucketUri`; ends with a slash. */
  readonly path: string
  readonly state: RecordingState
  readonly startedAt: EpochMilliseconds
  /** Null while it is being recorded. */
  readonly endedAt: EpochMilliseconds | null
  readonly durationMs: Milliseconds
  /** Of all its files so far. */
  readonly bytes: Bytes
  /** Of these, what the store has, verified. */
  readonly uploadedBytes: Bytes
  /** What the disk could not take, milliseconds of media. */
  readonly lostMs: Milliseconds
  /** Failed tries since the last success. */
  readonly failures: number
  /** Null unless it waits for another try. */
  readonly nextTryAt: EpochMilliseconds | null
  readonly lastFault: StoreFault | null
  /** True while this machine has all of it. */
  readonly local: boolean
}
export interface RecordingList {
  readonly recordings: readonly RecordingView[]
  /** `before` of the next page; null when there is none. */
  readonly before: number | null
}
export interface RecordingDetail extends RecordingView {
  readonly files: { readonly count: number; readonly uploaded: number }
  /** Bytes that were given to the network, also what had to be sent twice. */
  readonly sentBytes: Bytes
}

export interface PlayAddress {
  /** http on loopback, an MP4 with ranges; for some hours. */
  readonly url: string
}

export const recordingDeleteQuery = z.object({
  /** Also what the store has of it. */
  fromStore: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .transform((text) => text === 'true'),
})
