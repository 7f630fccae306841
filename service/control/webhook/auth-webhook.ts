import type { SystemId } from '../../contract/ids.ts'
import { CLOSE_REASONS } from '../../contract/close-reasons.ts'
import { madePlain } from '../../contract/text.ts'
import { rtmpAuthResponse } from '../../contract/webhook-bodies.ts'
import { AUTH_TIMEOUT, AuthInquiry } from './auth-inquiry.ts'
import type { AuthWebhookParts, Reading } from './auth-inquiry.ts'
import type { Failure } from './failure.ts'
import type { FailureClass } from '../../contract/console/webhooks.ts'
import { rtmpAuthBody } from './rtmp-bodies.ts'
import type { RtmpClient } from './rtmp-bodies.ts'

/** Longest reason that goes back to the encoder, in code points. */
export const MAX_REASON_LENGTH = 256

export interface AuthQuestion {
  readonly systemId: SystemId
  readonly client: RtmpClient
  readonly url: string
}

export type AuthDecision = { readonly allow: true } | AuthDenial

export interface AuthDenial {
  readonly allow: false
  /** Goes back to the encoder. */
  readonly reason: string
  /** What the webhook said; null where it said nothing. */
  readonly said: string | null
  /** Why it gave no answer that counts; null where it did. */
  readonly failure: FailureClass | null
}

/** Asks the channel's owner whether an encoder may connect: once, within 5 s, or the answer is no. */
export class AuthWebhook {
  readonly #inquiry: AuthInquiry

  constructor(parts: AuthWebhookParts) {
    this.#inquiry = new AuthInquiry(parts)
  }

  /** Never throws: what goes wrong refuses the connection, with a reason in plain words. */
  async decide({ systemId, client, url }: AuthQuestion): Promise<AuthDecision> {
    const body = ({ at }: { at: number }) => rtmpAuthBody(client, at)
    const verdict = await this.#inquiry.ask({ systemId, ...client, url, body }, read)
    switch (verdict.kind) {
      case 'allowed':
        return { allow: true }
      case 'denied':
        return denied(readable(verdict.reason))
      case 'failed':
        return { allow: false, reason: reasonOf(verdict.failure), said: null, failure: verdict.failure.class }
    }
  }
}

/** Anything but a boolean `allow` refuses. */
function read(body: unknown): Reading<null> {
  const parsed = rtmpAuthResponse.pick({ allow: true }).safeParse(body)
  if (!parsed.success) {
    return { kind: 'malformed', text: 'The answer is not a JSON object with a boolean allow.' }
  }
  if (parsed.data.allow) return { kind: 'allowed', answer: null }
  const { data } = rtmpAuthResponse.pick({ reason: true }).safeParse(body)
  return { kind: 'denied', reason: data?.reason }
}

const FAILURE_REASONS: Record<Exclude<FailureClass, 'status'>, string> = {
  timeout: `The authentication webhook did not answer within ${AUTH_TIMEOUT / 1000} s.`,
  refused: 'The authentication webhook could not be reached.',
  dns: 'The host name of the authentication webhook could not be resolved.',
  tls: 'The authentication webhook has no TLS certificate that is trusted here.',
  blocked: 'The authentication webhook has an address that this system may not reach.',
  malformed:
    'The authentication webhook answered something else than a JSON object with allow true or false.',
}

const denied = (said: string | null): AuthDenial => ({
  ...{ allow: false, reason: said ?? CLOSE_REASONS.denied, said, failure: null },
})

/** The words for a failure; a status keeps its own. */
function reasonOf(failure: Failure): string {
  return failure.class === 'status' ? failure.text : FAILURE_REASONS[failure.class]
}

/** The text of whoever refused, fit for the log of an encoder or a browser: as `readable`, never empty. */
export const reasonForClient = (reason: string | undefined): string =>
  readable(reason) ?? CLOSE_REASONS.denied

/** Plain text of at most 256 code points; null where nothing is left. */
function readable(reason: string | undefined): string | null {
  const clean = madePlain(reason ?? '').trim()
  return clean === '' ? null : [...clean].slice(0, MAX_REASON_LENGTH).join('')
}
