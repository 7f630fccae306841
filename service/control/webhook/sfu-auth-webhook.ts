import type { ChannelId, ConnectionId, SystemId } from '../../contract/ids.ts'
import { sfuAuthAllowed, sfuAuthRefused } from '../../contract/sfu-webhooks.ts'
import type { SfuAuthAllowed, SfuAuthRequest, Unstamped } from '../../contract/sfu-webhooks.ts'
import { issueWords } from '../../contract/refusal/carried.ts'
import { microTimestamp } from '../../platform/timestamp.ts'
import { withoutNulls } from '../json/null-members.ts'
import { AuthInquiry } from './auth-inquiry.ts'
import type { AuthWebhookParts, Reading } from './auth-inquiry.ts'
import { reasonForClient } from './auth-webhook.ts'

export interface SfuAuthQuestion {
  readonly systemId: SystemId
  readonly channelId: ChannelId
  readonly connectionId: ConnectionId
  readonly url: string
  readonly body: Unstamped<SfuAuthRequest>
}

/** `denied`: the webhook said no, with a reason for the client. `failed`: it gave no answer that counts. */
export type SfuAuthDecision =
  | { readonly kind: 'allowed'; readonly answer: SfuAuthAllowed }
  | { readonly kind: 'denied'; readonly reason: string }
  | { readonly kind: 'failed' }

/** Asks the channel's owner whether a WebRTC client may connect, and as what. */
export class SfuAuthWebhook {
  readonly #inquiry: AuthInquiry

  constructor(parts: AuthWebhookParts) {
    this.#inquiry = new AuthInquiry(parts)
  }

  /** Never throws. What is wrong with an answer is in the log of webhooks. */
  async decide({ body, ...question }: SfuAuthQuestion): Promise<SfuAuthDecision> {
    const stamped = ({ id, at }: { id: string; at: number }): SfuAuthRequest => {
      return { id, timestamp: microTimestamp(at), ...body }
    }
    const headers = { 'sora-connection-id': question.connectionId }
    const verdict = await this.#inquiry.ask({ ...question, headers, body: stamped }, read)
    if (verdict.kind === 'failed') return { kind: 'failed' }
    return verdict.kind === 'denied' ? { kind: 'denied', reason: reasonForClient(verdict.reason) } : verdict
  }
}

/** Anything but a boolean `allowed` refuses, and so does a member that breaks its rule. */
function read(body: unknown): Reading<SfuAuthAllowed> {
  const refused = sfuAuthRefused.pick({ allowed: true }).safeParse(body)
  if (refused.success) {
    const { data } = sfuAuthRefused.pick({ reason: true }).safeParse(body)
    return { kind: 'denied', reason: data?.reason }
  }
  const { data: answer, error } = sfuAuthAllowed.safeParse(
    withoutNulls(sfuAuthAllowed, withoutOwnNulls(body)),
  )
  if (answer) return { kind: 'allowed', answer }
  const isAllowed = !error.issues.some(({ path }) => path.length === 0 || path[0] === 'allowed')
  if (!isAllowed)
    return { kind: 'malformed', text: 'The answer is not a JSON object with a boolean allowed.' }
  const problems = error.issues.map((issue) => `${issue.path.join('.')}: ${issueWords(issue)}`)
  return { kind: 'malformed', text: `The answer has members that cannot be used: ${problems.join('; ')}` }
}

/** Many libraries write what is absent as null, also of members that could be null. */
function withoutOwnNulls(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
}
