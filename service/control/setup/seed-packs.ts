/** Rows to try the console and clients with: many that are fine, and what fails in every way. */
import { setImmediate } from 'node:timers/promises'
import { OUTGOING_REFUSALS } from '../../contract/outgoing.ts'
import type { FailureClass } from '../../contract/console/webhooks.ts'
import { SAMPLE_CONNECTION } from '../../contract/console/webhooks.ts'
import type { SeedPack } from '../../contract/console/state.ts'
import type { AccessTokenId, ChannelId, ConnectionId, SystemId, WebhookEventId } from '../../contract/ids.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Channels } from '../channel/channels.ts'
import type { Transactions } from '../transactions.ts'
import type { Attempt } from '../webhook/attempt.ts'
import { rtmpAuthBody, rtmpEventBody } from '../webhook/rtmp-bodies.ts'
import type { NewWebhookEvent, WebhookStore } from '../webhook/webhook-store.ts'
import { RENDITIONS } from './demo.ts'

/** Channels and webhooks of the pack `many`. */
export const MANY = { channels: 500, webhooks: 10_000 } as const
/** Rows that one transaction writes. */
const AT_ONCE = 250
const MINUTE = 60_000
/** Attempts of an event that was given up. */
const TRIES = 3

export interface SeedPackParts {
  readonly clock: Clock
  readonly transactions: Transactions
  readonly channels: Pick<Channels, 'create' | 'rename'>
  readonly webhooks: Pick<WebhookStore, 'append' | 'recordAttempt' | 'recordAuthentication'>
  consoleToken(systemId: SystemId): AccessTokenId
}

/** Why attempts failed, with what came back. */
const FAILURES: readonly {
  readonly class: FailureClass
  readonly status: number | null
  readonly text: string
}[] = [
  { class: 'status', status: 500, text: 'The endpoint answered with status 500.' },
  { class: 'status', status: 410, text: 'The endpoint answered with status 410.' },
  { class: 'timeout', status: null, text: 'No answer within 10 s.' },
  { class: 'refused', status: null, text: 'The connection was refused.' },
  { class: 'dns', status: null, text: 'The host name has no address.' },
  { class: 'tls', status: null, text: 'The certificate has expired.' },
  { class: 'blocked', status: null, text: OUTGOING_REFUSALS.never },
]

export class SeedPacks {
  readonly #parts: SeedPackParts

  constructor(parts: SeedPackParts) {
    this.#parts = parts
  }

  /** Adds a pack to what is there. Nothing of it is sent to anybody: each webhook has its end already. */
  async add(systemId: SystemId, pack: Exclude<SeedPack, 'demo'>): Promise<void> {
    if (pack === 'failures') return this.#parts.transactions.transaction(() => this.#failures(systemId))
    const channels: ChannelId[] = []
    await this.#inSlices(MANY.channels, (index) =>
      channels.push(this.#channel(systemId, `Many ${index + 1}`)),
    )
    const now = this.#parts.clock.now()
    await this.#inSlices(MANY.webhooks, (index) => {
      const at = now - (MANY.webhooks - index) * MINUTE
      const channelId = channels[index % channels.length] as ChannelId
      this.#event(systemId, channelId, 'https://fine.demo.example/hook', at, [null])
    })
  }

  async #inSlices(count: number, make: (index: number) => void): Promise<void> {
    for (let from = 0; from < count; from += AT_ONCE) {
      this.#parts.transactions.transaction(() => {
        for (let index = from; index < Math.min(count, from + AT_ONCE); index++) make(index)
      })
      await setImmediate()
    }
  }

  #failures(systemId: SystemId): void {
    const { webhooks } = this.#parts
    const now = this.#parts.clock.now()
    const channelId = this.#channel(systemId, 'Failure zoo')
    for (const failure of FAILURES) {
      const url = `https://${failure.status ?? failure.class}.demo.example/hook`
      const tries = failure.status === 410 ? 1 : TRIES
      this.#event(
        systemId,
        channelId,
        url,
        now - 60 * MINUTE,
        Array.from({ length: tries }, () => failure),
      )
    }
    const client = { channelId, connectionId: SAMPLE_CONNECTION as ConnectionId }
    const question = (host: string) => ({
      ...client,
      ...{ id: newId<WebhookEventId>('demo webhook'), systemId, type: 'auth', createdAt: now - MINUTE },
      url: `https://${host}.demo.example/may-publish`,
      body: JSON.stringify(rtmpAuthBody(client, now - MINUTE)),
    })
    const denied = { ...attempt(now - MINUTE, null), responseBody: '{"allow":false,"reason":"expired pass"}' }
    webhooks.recordAuthentication(question('denied'), denied, 'denied')
    const malformed = { class: 'malformed', status: 200, text: 'The answer is no JSON object.' } as const
    const broken = { ...attempt(now - MINUTE, malformed), responseBody: '<html>Bad gateway</html>' }
    webhooks.recordAuthentication(question('malformed'), broken, 'denied')
  }

  #channel(systemId: SystemId, name: string): ChannelId {
    const { channels } = this.#parts
    const settings = {
      ...{ hls: [...RENDITIONS], encrypt_key_uri: '' },
      ...{ auth_webhook_url: '', event_webhook_url: '' },
    }
    const owner = { systemId, tokenId: this.#parts.consoleToken(systemId) }
    const { channelId } = channels.create(owner, { kind: 'rtmp', settings })
    channels.rename(systemId, channelId, name)
    return channelId
  }

  /** An event with its attempts, the last of which ended it. */
  #event(
    systemId: SystemId,
    channelId: ChannelId,
    url: string,
    at: EpochMilliseconds,
    results: readonly ((typeof FAILURES)[number] | null)[],
  ): void {
    const { webhooks } = this.#parts
    const client = { channelId, connectionId: SAMPLE_CONNECTION as ConnectionId }
    const type = 'connection.updated'
    const body = JSON.stringify(rtmpEventBody(type, client, at, { minutes: 1, receivedBytes: 18_000_000 }))
    const event: NewWebhookEvent = {
      ...client,
      ...{ id: newId<WebhookEventId>('demo webhook'), systemId, type, url, body, createdAt: at },
    }
    webhooks.append(event)
    results.forEach((result, index) => {
      const made = attempt(at + index * MINUTE, result)
      const after =
        index < results.length - 1
          ? ({ state: 'pending', nextAttemptAt: at + (index + 1) * MINUTE } as const)
          : ({ state: result === null ? 'delivered' : 'dead' } as const)
      webhooks.recordAttempt(event.id, { number: index + 1, attempt: made, after, retryingSince: at })
    })
  }
}

function attempt(startedAt: EpochMilliseconds, failure: (typeof FAILURES)[number] | null): Attempt {
  const status = failure === null ? 200 : failure.status
  return {
    ...{ startedAt, status, durationMs: failure?.class === 'timeout' ? 10_000 : 40 },
    requestHeaders: { 'content-type': 'application/json', 'user-agent': 'Airdesk' },
    failure: failure && { class: failure.class, text: failure.text },
    responseHeaders: status === null ? null : { 'content-type': 'application/json' },
    responseBody: status === null ? null : '{}',
  }
}
