/** What tells of everything that passes between the service and those who use it, for whoever counts or keeps it. */
import type { CloseReason } from '../../contract/close-reasons.ts'
import type { ConnectionId } from '../../contract/ids.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import type { PostResult, WebhookPost } from '../webhook/webhook-client.ts'

/** A call of one of the two APIs, with its answer; complete, and with its secrets. */
export interface HeardCall {
  readonly api: 'option' | 'live'
  /** `GET /api/schedule`, or the value of X-Sfu-Target. */
  readonly operation: string
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Null where there was none, or it was not read. */
  readonly body: Buffer | null
  readonly status: number
  readonly answerHeaders: Readonly<Record<string, unknown>>
  readonly answer: string
}

/** One WebSocket of signaling. */
export interface SignalingEar {
  received(text: string): void
  sent(text: string): void
  /** By the service, or by the client where it was first. */
  closed(code: number, reason: string, by: 'service' | 'client'): void
}

/** Everything here returns at once and never throws. */
export interface RunEar {
  /** A call begins; what is returned is told of it once it is answered. What it brings about is told in between. */
  calling(): (call: HeardCall) => void
  /** An attempt to deliver a webhook, or to ask one. */
  posted(post: WebhookPost, result: PostResult): void
  signaling(): SignalingEar
  /** A connection ended, or was not taken. */
  ended(reason: CloseReason): void
}

/** Tells several of the same. */
export function earsOf(ears: readonly RunEar[]): RunEar {
  return {
    calling() {
      const begun = ears.map((ear) => ear.calling())
      return (call) => begun.forEach((told) => told(call))
    },
    posted: (post, result) => ears.forEach((ear) => ear.posted(post, result)),
    signaling() {
      const opened = ears.map((ear) => ear.signaling())
      return {
        received: (text) => opened.forEach((one) => one.received(text)),
        sent: (text) => opened.forEach((one) => one.sent(text)),
        closed: (...end) => opened.forEach((one) => one.closed(...end)),
      }
    },
    ended: (reason) => ears.forEach((ear) => ear.ended(reason)),
  }
}

/** Sends webhooks as the client does, and tells of each. */
export function heardClient<Client extends { post(post: WebhookPost): Promise<PostResult> }>(
  client: Client,
  ear: RunEar | null,
): Client {
  if (!ear) return client
  const post = async (webhook: WebhookPost) => {
    const result = await client.post(webhook)
    ear.posted(webhook, result)
    return result
  }
  return { ...client, post }
}

/** Writes ends of connections as the store does, and tells of each. */
export function heardEnds<
  Store extends { end(connectionId: ConnectionId, at: EpochMilliseconds, reason: CloseReason): void },
>(store: Store, ear: RunEar | null): Store {
  if (!ear) return store
  const end: Store['end'] = (connectionId, at, reason) => {
    store.end(connectionId, at, reason)
    ear.ended(reason)
  }
  return { ...store, end }
}
