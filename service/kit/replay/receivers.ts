import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import type { RecordedWebhook } from '../../contract/record/record.ts'
import type { Names } from './names.ts'
import { bodyOf } from './body.ts'

/** A webhook that came in this run. */
export interface Received {
  readonly path: string
  readonly type: string
  readonly body: string
}

/** Stands in for everybody who took webhooks in the recording, and answers as they did. */
export class Receivers {
  readonly #servers: Server[] = []
  readonly #names: Names
  /** What is left to answer, by address and type. */
  readonly #answers = new Map<string, RecordedWebhook[]>()
  readonly #received = new Map<string, Received[]>()
  readonly #waiting = new Map<string, (received: Received) => void>()

  constructor(names: Names) {
    this.#names = names
  }

  /** Listens once for each origin of the recording, whose name it binds to where it listens. */
  async open(webhooks: readonly RecordedWebhook[]): Promise<void> {
    const origins = new Set<string>()
    for (const webhook of webhooks) {
      const url = URL.parse(webhook.url)
      // One of the service's own stands as `{console_url}/…`, which is no URL.
      if (!url) continue
      origins.add(url.origin)
      const key = keyOf(url.origin, webhook.type)
      this.#answers.set(key, [...(this.#answers.get(key) ?? []), webhook])
    }
    for (const origin of origins) this.#names.bind(origin, await this.#listen(origin))
  }

  /** The next webhook of the recorded one's address and type; null where none comes before `limit` is over. */
  next({ url, type }: RecordedWebhook, limit: AbortSignal): Promise<Received | null> {
    const key = keyOf(new URL(url).origin, type)
    const there = this.#received.get(key)?.shift()
    if (there) return Promise.resolve(there)
    return new Promise((resolve) => {
      limit.addEventListener('abort', () => resolve(null))
      this.#waiting.set(key, resolve)
    })
  }

  close(): void {
    for (const server of this.#servers) {
      server.close()
      server.closeAllConnections()
    }
  }

  async #listen(origin: string): Promise<string> {
    const server = createServer((request, response) => void this.#take(origin, request, response))
    this.#servers.push(server)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  async #take(origin: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request)
    const { type = 'auth' } = JSON.parse(body) as { readonly type?: string }
    const key = keyOf(origin, type)
    const recorded = this.#answers.get(key)?.shift()
    if (recorded && recorded.answer === null) request.socket.destroy()
    else {
      response.writeHead(recorded?.answer?.status ?? 200, { 'content-type': 'application/json' })
      response.end(recorded?.answer ? this.#names.reveal(bodyOf(recorded.answer) ?? '') : '{}')
    }
    const received = { path: request.url ?? '', type, body }
    const waiting = this.#waiting.get(key)
    this.#waiting.delete(key)
    if (waiting) waiting(received)
    else this.#received.set(key, [...(this.#received.get(key) ?? []), received])
  }
}

const keyOf = (origin: string, type: string) => `${origin} ${type}`
