import type { ChannelId, ConnectionId, SystemId, WebhookEventId } from '../../contract/ids.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import { Refusal } from '../../contract/refusal/refusal.ts'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Logger } from '../../platform/logger.ts'
import { parseJsonObject } from '../json/strict-json.ts'
import type { Failure } from './failure.ts'
import type { Attempt } from './attempt.ts'
import type { NewWebhookEvent, WebhookStore } from './webhook-store.ts'
import type { WebhookSecret } from './signature.ts'
import { signatureHeaders } from './signature.ts'
import { urlForLog } from './url-for-log.ts'
import { MAX_ANSWER_BYTES, attemptOf } from './webhook-client.ts'
import type { PostResult, WebhookClient } from './webhook-client.ts'

export const AUTH_TIMEOUT: Milliseconds = 5_000

export interface AuthWebhookParts {
  readonly store: WebhookStore
  readonly client: Pick<WebhookClient, 'post'>
  readonly secret: WebhookSecret
  readonly clock: Clock
  readonly logger: Logger
}

export interface Inquiry {
  readonly systemId: SystemId
  readonly channelId: ChannelId
  readonly connectionId: ConnectionId
  readonly url: string
  /** Besides those of every webhook. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body: (stamp: { readonly id: WebhookEventId; readonly at: EpochMilliseconds }) => object
}

/** What an answer of 2xx says; `malformed` names what is wrong with it. */
export type Reading<Answer> =
  | { readonly kind: 'allowed'; readonly answer: Answer }
  | { readonly kind: 'denied'; readonly reason: string | undefined }
  | { readonly kind: 'malformed'; readonly text: string }

/** `failed`: there is no answer that counts. */
export type Verdict<Answer> =
  | Exclude<Reading<Answer>, { kind: 'malformed' }>
  | { readonly kind: 'failed'; readonly failure: Failure }

/** Puts a question to an authentication webhook: once, within 5 s; question and answer are kept. */
export class AuthInquiry {
  readonly #parts: AuthWebhookParts

  constructor(parts: AuthWebhookParts) {
    this.#parts = parts
  }

  /**
   * Never throws.
   * @param read what a JSON value means; undefined stands for what is no JSON
   */
  async ask<Answer>(inquiry: Inquiry, read: (body: unknown) => Reading<Answer>): Promise<Verdict<Answer>> {
    const event = this.#event(inquiry)
    const { clock, client } = this.#parts
    const secret = this.#parts.secret(inquiry.systemId)
    const result = await client.post({
      systemId: inquiry.systemId,
      url: event.url,
      ...(inquiry.headers && { headers: inquiry.headers }),
      signature: signatureHeaders(secret, event.id, clock.now(), event.body),
      body: event.body,
      timeoutMs: AUTH_TIMEOUT,
    })
    const verdict = judge(result, read)
    const failure = verdict.kind === 'failed' ? verdict.failure : null
    this.#record(event, attemptOf(result, failure), verdict.kind === 'allowed')
    if (failure) {
      this.#parts.logger.warn(
        { channelId: event.channelId, url: urlForLog(event.url), failure: failure.class, text: failure.text },
        'authentication webhook failed',
      )
    }
    return verdict
  }

  #event({ systemId, channelId, connectionId, url, body }: Inquiry): NewWebhookEvent {
    const createdAt = this.#parts.clock.now()
    const id = newId<WebhookEventId>('webhook question')
    const text = JSON.stringify(body({ id, at: createdAt }))
    return { id, systemId, channelId, connectionId, type: 'auth', url, body: text, createdAt }
  }

  #record(event: NewWebhookEvent, attempt: Attempt, allowed: boolean): void {
    try {
      this.#parts.store.recordAuthentication(event, attempt, allowed ? 'allowed' : 'denied')
    } catch (error) {
      // The log of questions is for people; a full disk must not change the answer.
      this.#parts.logger.error({ err: error, channelId: event.channelId }, 'authentication not recorded')
    }
  }
}

function judge<Answer>(result: PostResult, read: (body: unknown) => Reading<Answer>): Verdict<Answer> {
  if (result.kind === 'failure') return { kind: 'failed', failure: result.failure }
  if (result.status < 200 || result.status > 299) {
    return failed('status', `The authentication webhook answered with status ${result.status}.`)
  }
  if (result.bodyEnd === 'timeout') return failed('timeout', 'The answer was not complete in time.')
  if (result.bodyEnd === 'broken') return failed('malformed', 'The answer broke off.')
  if (result.bodyEnd === 'too-large') {
    return failed('malformed', `The answer is larger than ${MAX_ANSWER_BYTES / 1024} KiB.`)
  }
  const reading = readStrictly(result.body, read)
  return reading.kind === 'malformed' ? failed('malformed', reading.text) : reading
}

/** What is wrong with an answer can be as long as the answer. */
const LONGEST_TEXT = 1000

function failed(class_: Failure['class'], text: string): { kind: 'failed'; failure: Failure } {
  return { kind: 'failed', failure: { class: class_, text: text.slice(0, LONGEST_TEXT) } }
}

/** A member that is named twice says two things. */
function readStrictly<Answer>(bytes: Uint8Array, read: (body: unknown) => Reading<Answer>): Reading<Answer> {
  try {
    return read(parseJsonObject(bytes))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'TOO_DEEP') return { kind: 'malformed', text: 'The answer is nested too deeply.' }
    if (error.code === 'MEMBER_TWICE') return { kind: 'malformed', text: `In the answer: ${error.message}` }
    return read(undefined)
  }
}
