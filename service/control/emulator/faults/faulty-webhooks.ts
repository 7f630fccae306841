import type { FaultFacts } from '../../../contract/faults.ts'
import type { Milliseconds } from '../../../contract/units.ts'
import type { Clock } from '../../../platform/clock.ts'
import { lateAnswer, requestHeadersOf } from '../../webhook/webhook-client.ts'
import type { PostResult, WebhookClient, WebhookPost } from '../../webhook/webhook-client.ts'
import type { FaultBook } from './book.ts'

export interface FaultyWebhookParts {
  readonly book: Pick<FaultBook, 'any' | 'at'>
  /** As webhooks are dated. */
  readonly clock: Clock
  /** Real time, in which delays are. */
  readonly machine: Clock
}

type Client = Pick<WebhookClient, 'post' | 'close'>

/** The sender of webhooks, whose endpoints can be out of reach on purpose. What is left alone is posted as ever. */
export function faultyWebhooks(client: Client, { book, clock, machine }: FaultyWebhookParts): Client {
  /** What waits, each with what ends it. */
  const waiting = new Set<() => void>()

  const wait = (ms: Milliseconds) =>
    new Promise<void>((resolve) => {
      const end = () => {
        timer.cancel()
        waiting.delete(end)
        resolve()
      }
      const timer = machine.after(ms, end)
      waiting.add(end)
    })

  async function late(post: WebhookPost, delayMs: Milliseconds): Promise<PostResult> {
    const startedAt = clock.now()
    const begun = machine.now()
    await wait(Math.min(delayMs, post.timeoutMs))
    const rest = post.timeoutMs - delayMs
    const result: PostResult =
      rest > 0
        ? await client.post({ ...post, timeoutMs: rest })
        : {
            kind: 'failure',
            failure: lateAnswer(post),
            startedAt,
            durationMs: 0,
            requestHeaders: requestHeadersOf(post),
          }
    return { ...result, startedAt, durationMs: Math.max(0, machine.now() - begun) }
  }

  return {
    async post(post) {
      const effect = book.any('webhook') ? book.at('webhook', factsOf(post)) : null
      if (!effect) return client.post(post)
      const sent = { startedAt: clock.now(), durationMs: 0, requestHeaders: requestHeadersOf(post) }
      switch (effect.kind) {
        case 'delay':
          return late(post, effect.delayMs)
        case 'unreachable':
          return {
            ...{ kind: 'failure', ...sent },
            failure: { class: 'refused', text: 'The connection was refused.' },
          }
        case 'answer':
          return {
            ...{ kind: 'answer', ...sent, status: effect.status, headers: {} },
            ...{ body: Buffer.alloc(0), bodyEnd: 'complete' },
          }
      }
    },
    async close() {
      for (const end of waiting) end()
      await client.close()
    },
  }
}

/** Bodies of webhooks have their channel, and those of events their type. */
function factsOf({ systemId, url, body }: WebhookPost): FaultFacts['webhook'] {
  const { type = 'auth', channel_id } = JSON.parse(body) as {
    readonly type?: string
    readonly channel_id?: string
  }
  return { systemId, url, type, ...(channel_id !== undefined && { channelId: channel_id }) }
}
