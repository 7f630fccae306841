/** An endpoint that fails now and then, and what came to it, against what the database says. */
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { sfuEvent } from '../../../service/contract/sfu-webhooks.ts'
import { archiveEvent, rtmpEvent } from '../../../service/contract/webhook-bodies.ts'
import type { Random } from '../../fuzz/random.ts'
import { Arrivals, BadEndpoint } from '../../support/bad-endpoint.ts'
import { checkOrder } from '../../support/webhook-order.ts'
import type { Invariants } from './invariants.ts'

/** The endpoint is away for a second each so often. */
const DIES_EVERY_MS = 60_000
const anyEvent = z.union([rtmpEvent, sfuEvent, archiveEvent])

export class WebhookEnd {
  readonly url: string
  readonly #arrivals: Arrivals<string>
  readonly #endpoint: BadEndpoint<string>
  readonly #deaths: NodeJS.Timeout

  private constructor(arrivals: Arrivals<string>, endpoint: BadEndpoint<string>) {
    this.#arrivals = arrivals
    this.#endpoint = endpoint
    this.url = `${endpoint.url}/events`
    this.#deaths = setInterval(() => endpoint.die(), DIES_EVERY_MS)
  }

  static async start(db: Database, random: Random): Promise<WebhookEnd> {
    const secret = db.prepare<[], string>('SELECT webhook_secret FROM systems').pluck().get() ?? ''
    const arrivals = new Arrivals(secret, (body) => anyEvent.parse(body).type)
    const endpoint = new BadEndpoint(arrivals, random)
    await endpoint.start()
    return new WebhookEnd(arrivals, endpoint)
  }

  close(): void {
    clearInterval(this.#deaths)
    this.#endpoint.close()
  }

  /** To be called when nothing is on its way any more. */
  judge(db: Database, invariants: Invariants): void {
    const { all, faults, distinct } = this.#arrivals
    invariants.judge('webhooks-signed', all.length + faults.length, faults)
    const texts = new Map<string, string>()
    for (const { id, text } of all) {
      if ((texts.get(id) ?? text) !== text)
        invariants.broke('webhooks-same-body', `${id} came with two bodies`)
      texts.set(id, text)
    }
    invariants.looked('webhooks-same-body', distinct.size)
    const order = checkOrder(db, all)
    invariants.judge('webhooks-in-order', order.events, order.faults)
    this.#judgeDelivery(db, invariants)
    judgeConnections(db, invariants)
  }

  describe(): string {
    const { all, distinct, behaviours } = this.#arrivals
    const words = [...behaviours].map(([what, count]) => `${count} × ${what}`)
    return `${distinct.size} events in ${all.length} arrivals; the endpoint died ${this.#endpoint.deaths} times, and was: ${words.join(', ')}`
  }

  #judgeDelivery(db: Database, invariants: Invariants): void {
    const accepted = new Set(this.#arrivals.all.filter((one) => one.accepted).map(({ id }) => id))
    const rows = db
      .prepare<[], { id: string; type: string; state: string }>(
        "SELECT id, type, state FROM webhook_events WHERE kind = 'event'",
      )
      .all()
    invariants.looked('webhooks-delivered', rows.length)
    for (const { id, type, state } of rows) {
      if (state !== 'delivered') invariants.broke('webhooks-delivered', `${type} ${id} is ${state}`)
      else if (!accepted.has(id))
        invariants.broke('webhooks-delivered', `${type} ${id} is delivered, and was never accepted`)
    }
  }
}

/** What is written of each connection: created, then destroyed, each once; or failed, and nothing else. */
const LIVES = /^(created (updated )*destroyed|failed)$/

function judgeConnections(db: Database, invariants: Invariants): void {
  const rows = db
    .prepare<[], { id: string; types: string }>(
      `SELECT connection_id AS id, group_concat(substr(type, 12), ' ' ORDER BY sequence) AS types
       FROM webhook_events WHERE kind = 'event' AND type LIKE 'connection.%' GROUP BY connection_id`,
    )
    .all()
  const told = new Set(rows.map(({ id }) => id))
  const known = db.prepare<[], string>('SELECT id FROM connections').pluck().all()
  const faults = [
    ...rows.filter(({ types }) => !LIVES.test(types)).map(({ id, types }) => `${id}: ${types}`),
    ...known.filter((id) => !told.has(id)).map((id) => `${id}: nothing was told of it`),
  ]
  invariants.judge('created-then-destroyed', new Set([...told, ...known]).size, faults)
}
