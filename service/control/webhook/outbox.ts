import type { RtmpEventType } from '../../contract/webhook-bodies.ts'
import type { ChannelId, ConnectionId, SystemId, WebhookEventId } from '../../contract/ids.ts'
import type { SfuEvent, Unstamped } from '../../contract/sfu-webhooks.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { microTimestamp } from '../../platform/timestamp.ts'
import type { Transactions } from '../transactions.ts'
import { archiveEventBody } from './archive-bodies.ts'
import type { ArchiveNews, ArchivedRecording } from './archive-bodies.ts'
import type { WaitingBound } from './waiting-bound.ts'
import type { WebhookStore } from './webhook-store.ts'
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

/** An event of a WebRTC connection; its id and time are added here. */
export interface OutgoingSfuEvent {
  readonly systemId: SystemId
  readonly channelId: ChannelId
  readonly connectionId: ConnectionId
  readonly url: string
  readonly event: Unstamped<SfuEvent>
}

/** An event about a recording. */
export interface OutgoingArchiveEvent {
  readonly systemId: SystemId
  readonly url: string
  readonly recording: ArchivedRecording
  readonly news: ArchiveNews
}

/** An event that did not happen, for trying an endpoint; its time is added here, and its id where it has one. */
export interface Sample extends Addressed {
  readonly body: object
}

/** Whom an event is about, and where it goes. */
interface Addressed {
  readonly systemId: SystemId
  readonly channelId: ChannelId
  readonly connectionId: ConnectionId
  readonly type: string
  readonly url: string
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
  readonly #bound: Pick<WaitingBound, 'makeRoom'> | null

  /**
   * @param onAppended called once an event is on disk
   * @param bound of how many may wait; null for none
   */
  constructor(
    store: WebhookStore,
    transactions: Transactions,
    clock: Clock,
    onAppended: () => void,
    bound: Pick<WaitingBound, 'makeRoom'> | null = null,
  ) {
    this.#store = store
    this.#transactions = transactions
    this.#clock = clock
    this.#onAppended = onAppended
    this.#bound = bound
  }

  append({ systemId, client, url, type, usage }: OutgoingRtmpEvent): void {
    this.#write({ systemId, ...client, url, type }, (at) => rtmpEventBody(type, client, at, usage))
  }

  appendSfu({ event, ...addressed }: OutgoingSfuEvent): void {
    const { type } = event
    this.#write({ ...addressed, type }, (at, id) => {
      const timestamp = microTimestamp(at)
      // The service's own event is not of the SFU family, which gives every body an id.
      return type === 'notify.playlist_url' ? { ...event, timestamp } : { id, timestamp, ...event }
    })
  }

  appendArchive({ systemId, url, recording, news }: OutgoingArchiveEvent): void {
    const { channelId, connectionId } = recording
    const addressed = { systemId, channelId, connectionId, type: news.type, url }
    this.#write(addressed, (at) => archiveEventBody(recording, news, at))
  }

  /** @returns its id */
  appendSample({ body, ...addressed }: Sample): WebhookEventId {
    return this.#write(addressed, (at, id) => ({
      ...body,
      ...('id' in body ? { id, timestamp: microTimestamp(at) } : { timestamp: new Date(at).toISOString() }),
    }))
  }

  #write(addressed: Addressed, body: (at: EpochMilliseconds, id: WebhookEventId) => object): WebhookEventId {
    const at = this.#clock.now()
    const id = newId<WebhookEventId>('webhook event')
    this.#bound?.makeRoom(addressed.systemId)
    this.#store.append({ id, ...addressed, body: JSON.stringify(body(at, id)), createdAt: at })
    this.#transactions.afterCommit(this.#onAppended)
    return id
  }
}
