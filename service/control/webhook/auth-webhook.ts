import type { SystemId, WebhookEventId } from '../../contract/ids.ts'
import type { Milliseconds } from '../../contract/units.ts'
import { CLOSE_REASONS } from '../../contract/close-reasons.ts'
import { rtmpAuthResponse } from '../../contract/webhook-bodies.ts'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Failure } from './failure.ts'
import type { Attempt, FailureClass, NewWebhookEvent, WebhookSecret, WebhookStore } from './ports.ts'
import { rtmpAuthBody } from './rtmp-bodies.ts'
import type { RtmpClient } from './rtmp-bodies.ts'
import { signatureHeaders } from './signature.ts'
import { urlForLog } from './url-for-log.ts'
import { MAX_ANSWER_BYTES, attemptOf } from './webhook-client.ts'
import type { PostResult, WebhookClient } from './webhook-client.ts'

export const AUTH_TIMEOUT: Milliseconds = 5_000
/** Longest reason that an encoder is told, in code points. */
export const MAX_REASON_LENGTH = 256

export interface AuthQuestion {
  readonly systemId: SystemId
  readonly client: RtmpClient
  readonly url: string
}

/** `reason` is what the encoder is told. */
export type AuthDecision = { readonly allow: true } | { readonly allow: false; readonly reason: string }

export interface AuthWebhookParts {
  readonly store: WebhookStore
  readonly client: WebhookClient
  readonly secret: WebhookSecret
  readonly clock: Clock
  readonly logger: Logger
}

/** Asks the channel's owner whether a client may connect: once, within 5 s, or the answer is no. */
export class AuthWebhook {
  readonly #parts: AuthWebhookParts

  constructor(parts: AuthWebhookParts) {
    this.#parts = parts
  }

  /** Never throws: what goes wrong refuses the connection, with a reason in plain words. */
  async decide(question: AuthQuestion): Promise<AuthDecision> {
    const event = this.#event(question)
    const { clock, client } = this.#parts
    const secret = this.#parts.secret(question.systemId)
    const result = await client.post({
      url: event.url,
      signature: signatureHeaders(secret, event.id, clock.now(), event.body),
      body: event.body,
      timeoutMs: AUTH_TIMEOUT,
    })
    const { decision, failure } = judge(result)
    this.#record(event, attemptOf(result, failure), decision)
    if (failure) {
      this.#parts.logger.warn(
        { channelId: event.channelId, url: urlForLog(event.url), failure: failure.class, text: failure.text },
        'authentication webhook failed',
      )
    }
    return decision
  }

  #event({ systemId, client, url }: AuthQuestion): NewWebhookEvent {
    const createdAt = this.#parts.clock.now()
    return {
      id: newId<WebhookEventId>(),
      systemId,
      ...client,
      type: 'auth',
      url,
      body: JSON.stringify(rtmpAuthBody(client, createdAt)),
      createdAt,
    }
  }

  #record(event: NewWebhookEvent, attempt: Attempt, decision: AuthDecision): void {
    try {
      this.#parts.store.recordAuthentication(event, attempt, decision.allow ? 'allowed' : 'denied')
    } catch (error) {
      // The log of questions is for people; a full disk must not change the answer.
      this.#parts.logger.error({ err: error, channelId: event.channelId }, 'authentication not recorded')
    }
  }
}

interface Judgement {
  readonly decision: AuthDecision
  readonly failure: Failure | null
}

/** What an answer means. Anything but 2xx with a boolean `allow` refuses. */
function judge(result: PostResult): Judgement {
  if (result.kind === 'failure') return failed(result.failure, FAILURE_REASONS[result.failure.class])
  if (result.status < 200 || result.status > 299) {
    const text = `The authentication webhook answered with status ${result.status}.`
    return failed({ class: 'status', text }, text)
  }
  if (result.bodyEnd === 'timeout') {
    return failed({ class: 'timeout', text: 'The answer was not complete in time.' }, FAILURE_REASONS.timeout)
  }
  if (result.bodyEnd === 'broken') {
    return failed({ class: 'malformed', text: 'The answer broke off.' }, FAILURE_REASONS.malformed)
  }
  if (result.bodyEnd === 'too-large') {
    const text = `The answer is larger than ${MAX_ANSWER_BYTES / 1024} KiB.`
    return failed({ class: 'malformed', text }, FAILURE_REASONS.malformed)
  }
  return judgeBody(parseJson(result.body))
}

function judgeBody(body: unknown): Judgement {
  const parsed = rtmpAuthResponse.pick({ allow: true }).safeParse(body)
  if (!parsed.success) {
    const text = 'The answer is not a JSON object with a boolean allow.'
    return failed({ class: 'malformed', text }, FAILURE_REASONS.malformed)
  }
  if (parsed.data.allow) return { decision: { allow: true }, failure: null }
  const reason = rtmpAuthResponse.pick({ reason: true }).safeParse(body)
  return { decision: { allow: false, reason: reasonForEncoder(reason.data?.reason) }, failure: null }
}

const FAILURE_REASONS: Record<FailureClass, string> = {
  timeout: `The authentication webhook did not answer within ${AUTH_TIMEOUT / 1000} s.`,
  refused: 'The authentication webhook could not be reached.',
  dns: 'The host name of the authentication webhook could not be resolved.',
  tls: 'The authentication webhook has no TLS certificate that is trusted here.',
  malformed: 'The authentication webhook answered something that is not allowed or denied.',
  status: 'The authentication webhook answered with an error.',
}

function failed(failure: Failure, reason: string): Judgement {
  return { decision: { allow: false, reason }, failure }
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

/**
 * The text of whoever refused, fit for an encoder's log: no control characters, at most 256 code points,
 * never empty.
 */
export function reasonForEncoder(reason: string | undefined): string {
  const clean = (reason ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
  return clean === '' ? CLOSE_REASONS.denied : [...clean].slice(0, MAX_REASON_LENGTH).join('')
}
