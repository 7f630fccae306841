/** Where events wait for their delivery. */
import type { ChannelId, ConnectionId, SystemId, WebhookEventId } from '../../contract/ids.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import type { Attempt } from './attempt.ts'

/** A webhook URL of a system. */
export interface EndpointRef {
  readonly systemId: SystemId
  readonly url: string
}

/** An event as it enters the outbox. */
export interface NewWebhookEvent {
  readonly id: WebhookEventId
  readonly systemId: SystemId
  readonly channelId: ChannelId
  readonly connectionId: ConnectionId
  readonly type: string
  readonly url: string
  /** The exact text that is sent and signed, in every attempt. */
  readonly body: string
  readonly createdAt: EpochMilliseconds
}

/** An event that is still to be delivered. */
export interface PendingEvent extends EndpointRef {
  readonly id: WebhookEventId
  /** Order of events; later events have higher numbers. */
  readonly sequence: number
  readonly channelId: string
  /** Attempts made so far; the next one's number is one higher. */
  readonly attempts: number
  /** Those of them that count for the pauses: made since `retryingSince`, all failed. */
  readonly tries: number
  /** When the 24 h of retrying began: at the first attempt since the event or its redelivery; null before. */
  readonly retryingSince: EpochMilliseconds | null
  readonly nextAttemptAt: EpochMilliseconds
  /** A person asked for it: it neither holds back others of its channel nor waits for them. */
  readonly redelivery: boolean
}

/** What becomes of an event after an attempt. */
export type AfterAttempt =
  | { readonly state: 'delivered' | 'dead' }
  | { readonly state: 'pending'; readonly nextAttemptAt: EpochMilliseconds }

/** An attempt at an event with what follows from it. */
export interface Outcome {
  /** Number of the attempt, from 1. */
  readonly number: number
  readonly attempt: Attempt
  readonly after: AfterAttempt
  readonly retryingSince: EpochMilliseconds
}

export interface WebhookStore {
  /** Writes a pending event, in the caller's transaction if there is one. */
  append(event: NewWebhookEvent): void
  /** The first `limit` pending events with a higher sequence than `sequence`, in order. */
  pendingAfter(sequence: number, limit: number): PendingEvent[]
  /** How many events of a system are still to be delivered. */
  waiting(systemId: SystemId): number
  /**
   * Gives up the event of a system that was written first of those that wait, because too many do. It stays in the log.
   * @returns which; null where none waits
   */
  giveUpOldest(systemId: SystemId, now: EpochMilliseconds): WebhookEventId | null
  /** Endpoints whose events wait for somebody to resume them. */
  paused(): EndpointRef[]
  /** What is sent; null when the event is no longer pending. */
  content(id: WebhookEventId): { readonly systemId: SystemId; readonly body: string } | null
  /**
   * Writes the attempt and what becomes of the event, in one transaction; nothing if there is no such event. One that
   * was given up meanwhile is not retried.
   */
  recordAttempt(id: WebhookEventId, outcome: Outcome): void
  /** Writes a question of the authentication webhook with its only attempt and its verdict. */
  recordAuthentication(event: NewWebhookEvent, attempt: Attempt, verdict: 'allowed' | 'denied'): void
}
