/**
 * How well a channel's broadcast runs: measurements, what happened and what was found. For everyone who is
 * signed in, of their own system only.
 *
 *   GET /console/api/channels/:id/health    healthQuery    → HealthView
 *
 * Kept in memory: the last 30 minutes second by second, up to 24 h of the session in steps of 10 s. A session
 * goes on while the encoder comes back within the grace of the playlist; it is kept until the next one.
 */
import { z } from 'zod'
import type { ChannelState, Finding } from './console.ts'
import type { CloseReason } from './close-reasons.ts'
import { integerTextOf } from './text.ts'
import type { EpochMilliseconds, Milliseconds, Seconds } from './units.ts'

/** Everything newer than `since`; all that is kept where it is left out or 0. */
export const healthQuery = z.object({ since: integerTextOf(0, Number.MAX_SAFE_INTEGER).default(0) })

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
export type HealthKind = keyof typeof MEASURES
export type Measure = (typeof MEASURES)[HealthKind][number]

/** Columns of equal length, oldest first; null where something was not known. */
export interface HealthColumns {
  /** When each row was measured; of means, when their last second was. */
  readonly at: readonly EpochMilliseconds[]
  readonly values: Readonly<Partial<Record<Measure, readonly (number | null)[]>>>
}

/** Something that happened; `id` counts up within a session. */
export type HealthEvent = { readonly id: number; readonly at: EpochMilliseconds } & (
  | { readonly kind: 'connection-opened'; readonly connectionId: string; readonly remoteAddress: string }
  | {
      readonly kind: 'connection-closed'
      readonly connectionId: string
      /** Null where it is not told. */
      readonly reason: CloseReason | null
    }
  | { readonly kind: 'state'; readonly state: ChannelState }
  | { readonly kind: 'transcoder-restarted' }
  | { readonly kind: 'finding-raised'; readonly finding: Finding }
  | { readonly kind: 'finding-cleared'; readonly finding: Finding }
)

/** A finding of this session; its values are the newest. */
export interface SessionFinding extends Finding {
  /** Null while it holds. */
  readonly clearedAt: EpochMilliseconds | null
}

export interface HealthView {
  readonly now: EpochMilliseconds
  readonly kind: HealthKind
  /** Begins with the first connection; null before any since the start of the service. */
  readonly startedAt: EpochMilliseconds | null
  /** Null while it runs. */
  readonly endedAt: EpochMilliseconds | null
  /** What is measured is judged by these; null where nothing sets one. */
  readonly targets: {
    /** Of the largest rendition, bit/s. */
    readonly videoBps: number | null
    /** What the encoder says that it sends. */
    readonly frameRate: number | null
    readonly keyFrames: Seconds | null
    readonly drift: Milliseconds | null
  }
  readonly recent: HealthColumns
  readonly session: HealthColumns
  /** Newer than `since`, oldest first. The newest 500 are kept. */
  readonly events: readonly HealthEvent[]
  /** All of this session, newest first. The newest 100 are kept, and all that hold. */
  readonly findings: readonly SessionFinding[]
}
