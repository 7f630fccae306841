/** A system with a channel, its webhooks over a database on disk, and endpoints: for tests of what is kept of them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { webhookDetail } from '../../service/contract/console/webhooks.ts'
import type { WebhookDetail } from '../../service/contract/console/webhooks.ts'
import type { ConnectionId, WebhookEventId } from '../../service/contract/ids.ts'
import type { RtmpChannel } from '../../service/control/connection/dependencies.ts'
import type { Database } from '../../service/control/store/database.ts'
import { addChannel, addSystem } from './channel-rows.ts'
import type { SystemRows } from './channel-rows.ts'
import { openTestDatabase } from './database.ts'
import { answerOk, startEndpoint } from './http-endpoint.ts'
import type { HttpEndpoint, Respond } from './http-endpoint.ts'
import { ManualClock } from './manual-clock.ts'
import { waitFor } from './wait-for.ts'
import { webhookParts } from './webhook-parts.ts'
import type { WebhookParts } from './webhook-parts.ts'

export class WebhookScene {
  readonly #folder = mkdtempSync(join(tmpdir(), 'airdesk-webhooks-'))
  readonly #endpoints: HttpEndpoint[] = []
  readonly clock = new ManualClock(Date.now())
  readonly system: SystemRows
  readonly channel: RtmpChannel
  db: Database
  parts: WebhookParts

  constructor() {
    ;({ db: this.db, parts: this.parts } = this.#open())
    this.system = addSystem(this.db)
    this.channel = addChannel(this.db, this.system)
  }

  /** As a start of the service does; what ran before is closed. */
  reopen(): void {
    ;({ db: this.db, parts: this.parts } = this.#open())
  }

  async endpointOf(respond: Respond = answerOk): Promise<HttpEndpoint> {
    const endpoint = await startEndpoint(respond)
    this.#endpoints.push(endpoint)
    return endpoint
  }

  append(url: string, minutes: number, to = this.channel, of = this.system): void {
    const client = { channelId: to.channelId, connectionId: 'N' as ConnectionId }
    const usage = { minutes, receivedBytes: 0 }
    this.parts.outbox.append({ systemId: of.systemId, client, url, type: 'connection.updated', usage })
  }

  idOf(sequence: number): WebhookEventId {
    const find = this.db.prepare<[number], WebhookEventId>('SELECT id FROM webhook_events WHERE sequence = ?')
    return find.pluck().get(sequence) ?? ('' as WebhookEventId)
  }

  states(): unknown[] {
    return this.db.prepare('SELECT state FROM webhook_events ORDER BY sequence').pluck().all()
  }

  inState(state: string, count: number): Promise<true> {
    return waitFor(
      () => this.states().filter((s) => s === state).length === count,
      `${count} events ${state}`,
    )
  }

  detail(sequence: number): WebhookDetail {
    const found = this.parts.log.find(this.system.systemId, this.idOf(sequence))
    if (!found) throw new Error(`event ${sequence} is missing`)
    return webhookDetail.parse(found)
  }

  async close(): Promise<void> {
    for (const endpoint of this.#endpoints) await endpoint.close()
    await this.parts.dispatcher.close(0)
    this.db.close()
    rmSync(this.#folder, { recursive: true })
  }

  #open(): { readonly db: Database; readonly parts: WebhookParts } {
    const db = openTestDatabase(join(this.#folder, 'airdesk.db'))
    return { db, parts: webhookParts(db, this.clock) }
  }
}
