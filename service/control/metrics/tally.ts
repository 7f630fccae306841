import { failureClass } from '../../contract/console/webhooks.ts'
import type { ConnectionId } from '../../contract/ids.ts'
import type { Bytes } from '../../contract/units.ts'
import type { Topics } from '../../platform/topics.ts'
import type { PostResult, WebhookClient } from '../webhook/webhook-client.ts'
import type { IngestTopics } from '../media-topics.ts'

/** How an attempt went: `delivered` with a status of 2xx, `status` with another one. */
export const ATTEMPT_RESULTS = ['delivered', ...failureClass.options] as const
type AttemptResult = (typeof ATTEMPT_RESULTS)[number]

/** Counts what only passes by, since the start of the service. */
export class Tally {
  #ingestBytes: Bytes = 0
  /** Of each connection that sends, as last told. */
  readonly #received = new Map<ConnectionId, Bytes>()
  readonly #attempts = new Map<AttemptResult, number>()

  /** What encoders, and WebRTC clients on channels with HLS, sent. */
  get ingestBytes(): Bytes {
    return this.#ingestBytes
  }

  attempts(result: AttemptResult): number {
    return this.#attempts.get(result) ?? 0
  }

  follow(ingest: Pick<Topics<IngestTopics>, 'on'>): void {
    ingest.on({
      'connection.stats': ({ connections }) => {
        for (const { connectionId, receivedBytes } of connections) this.#take(connectionId, receivedBytes)
      },
      'connection.closed': ({ connectionId, receivedBytes }) => {
        this.#take(connectionId, receivedBytes)
        this.#received.delete(connectionId)
      },
      'ingest.lost': () => this.#received.clear(),
    })
  }

  /** Sends as the client does, and counts. */
  counting(client: Pick<WebhookClient, 'post' | 'close'>): Pick<WebhookClient, 'post' | 'close'> {
    return {
      post: async (webhook) => {
        const sent = await client.post(webhook)
        const result = resultOf(sent)
        this.#attempts.set(result, this.attempts(result) + 1)
        return sent
      },
      close: () => client.close(),
    }
  }

  #take(connectionId: ConnectionId, received: Bytes): void {
    this.#ingestBytes += Math.max(0, received - (this.#received.get(connectionId) ?? 0))
    this.#received.set(connectionId, received)
  }
}

function resultOf(sent: PostResult): AttemptResult {
  if (sent.kind === 'failure') return sent.failure.class
  return sent.status >= 200 && sent.status < 300 ? 'delivered' : 'status'
}
