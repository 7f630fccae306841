import type { RtmpEventType } from '../../contract/webhook-bodies.ts'
import type { SystemId, WebhookEventId } from '../../contract/ids.ts'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Transactions } from '../transactions.ts'
import type { WebhookStore } from './ports.ts'
import { rtmpEventBody } from './rtmp-bodies.ts'
import type { RtmpClient, Usage } from './rtmp-bodies.ts'

/** An event of an RTMP connection, on its way to one URL. */
export interface OutgoingRtmpEvent {
  readonly systemId: SystemId
  readonly client: RtmpClient
  readonly url: string
  readonly type: RtmpEventType
  readonly usage: Usage
}

/**
 * Where events are written, in the transaction of what happened. The body is rendered here, once; every
 * attempt sends the same bytes.
 */
export class EventOutbox {
  readonly #store: WebhookStore
  readonly #transactions: Transactions
  readonly #clock: Clock
  readonly #onAppended: () => void

  /** @param onAppended called once an event is on disk */
  constructor(store: WebhookStore, transactions: Transactions, clock: Clock, onAppended: () => void) {
    this.#store = store
    this.#transactions = transactions
    this.#clock = clock
    this.#onAppended = onAppended
  }

  append(event: OutgoingRtmpEvent): void {
    const at = this.#clock.now()
    this.#store.append({
      id: newId<WebhookEventId>(),
      systemId: event.systemId,
      channelId: event.client.channelId,
      connectionId: event.client.connectionId,
      type: event.type,
      url: event.url,
      body: JSON.stringify(rtmpEventBody(event.type, event.client, at, event.usage)),
      createdAt: at,
    })
    this.#transactions.afterCommit(this.#onAppended)
  }
}
