/** Endpoints of webhooks as they are on bad days, and a book of all that came to them. */
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import type { Random } from '../fuzz/random.ts'
import { portOf } from './http-endpoint.ts'

/** One webhook request as an endpoint saw it. */
export interface Arrival<Told> {
  /** Date and time, ms. */
  readonly at: number
  /** Its `webhook-id`. */
  readonly id: string
  readonly text: string
  readonly told: Told
  /** Whether a 2xx was sent back. */
  accepted: boolean
}

/** What endpoints saw, all of them together, in order. */
export class Arrivals<Told> {
  readonly all: Arrival<Told>[] = []
  readonly distinct = new Set<string>()
  readonly faults: string[] = []
  readonly behaviours = new Map<string, number>()
  readonly #webhook: Webhook
  readonly #read: (body: unknown) => Told

  /**
   * @param secret what the system signs with
   * @param read what is kept of a body; throws for what is no event
   */
  constructor(secret: string, read: (body: unknown) => Told) {
    this.#webhook = new Webhook(secret)
    this.#read = read
  }

  /** Null for what is no webhook of the service; the faults say why. */
  add(request: IncomingMessage, text: string): Arrival<Told> | null {
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    try {
      const told = this.#read(this.#webhook.verify(text, headers))
      const id = headers['webhook-id'] ?? ''
      const arrival = { at: Date.now(), id, text, told, accepted: false }
      this.all.push(arrival)
      this.distinct.add(id)
      return arrival
    } catch (error) {
      this.faults.push(`an arrival can not be read or verified: ${String(error)}`)
      return null
    }
  }
}

/** How long an endpoint stays away when it dies, ms. */
const AWAY = 1_000

/** An endpoint that fails, hangs, cuts connections, redirects, is slow, and dies for a second at a time. */
export class BadEndpoint<Told> {
  readonly #arrivals: Arrivals<Told>
  readonly #random: Random
  #server: Server
  #port = 0
  #isClosed = false
  deaths = 0

  constructor(arrivals: Arrivals<Told>, random: Random) {
    this.#arrivals = arrivals
    this.#random = random
    this.#server = this.#newServer()
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  async start(): Promise<void> {
    while (!this.#isClosed) {
      const server = this.#newServer()
      const listening = await new Promise<boolean>((resolve) => {
        server.once('error', () => resolve(false))
        server.listen(this.#port, '127.0.0.1', () => resolve(true))
      })
      if (listening) {
        this.#server = server
        this.#port = portOf(server)
        return
      }
      // Another program's connection has the port for a moment.
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  /** Cuts every connection, refuses new ones for a second, and comes back at the same address. */
  die(): void {
    if (this.#isClosed) return
    this.deaths++
    this.#server.close()
    this.#server.closeAllConnections()
    setTimeout(() => void this.start(), AWAY)
  }

  close(): void {
    this.#isClosed = true
    this.#server.close()
    this.#server.closeAllConnections()
  }

  #newServer(): Server {
    return createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const arrival = this.#arrivals.add(request, Buffer.concat(chunks).toString())
        if (arrival) this.#answer(arrival, response)
      })
    })
  }

  #answer(arrival: Arrival<Told>, response: ServerResponse): void {
    const accept = () => {
      arrival.accepted = true
      response.end('fine')
    }
    const breakOff = () => {
      arrival.accepted = true
      response.writeHead(200).write('fi', () => response.destroy())
    }
    const [behaviour, act] = this.#choose(response, accept, breakOff)
    const { behaviours } = this.#arrivals
    behaviours.set(behaviour, (behaviours.get(behaviour) ?? 0) + 1)
    act()
  }

  /** Of 100: 10 errors or redirects, 2 hang, 3 are cut, one of these after its 200; 5 are slow. */
  #choose(response: ServerResponse, accept: () => void, breakOff: () => void): [string, () => void] {
    const draw = this.#random.below(100)
    if (draw < 6) return ['status 500', () => response.writeHead(500).end('no')]
    if (draw < 8) return ['status 302', () => response.writeHead(302, { location: this.url }).end()]
    if (draw < 9) return ['status 404', () => response.writeHead(404).end()]
    if (draw < 10)
      return ['status 503, Retry-After', () => response.writeHead(503, { 'retry-after': '1' }).end()]
    if (draw < 12) return ['hangs', () => undefined]
    if (draw < 14) return ['cuts the connection', () => response.socket?.resetAndDestroy()]
    if (draw < 15) return ['cuts the answer', breakOff]
    if (draw < 20) return ['slow', () => setTimeout(accept, this.#random.between(50, 300))]
    return ['fine', accept]
  }
}
