import { timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import type { SfuAuthRequest, SfuEvent } from '../contract/sfu-webhooks.ts'
import type { Milliseconds } from '../contract/units.ts'
import type { ArchiveEvent, RtmpAuthRequest, RtmpEvent } from '../contract/webhook-bodies.ts'
import type { WebhookType } from '../contract/webhook-types.ts'
import { waitUntil } from './wait.ts'

const PATIENCE: Milliseconds = 30_000
/** What lets an encoder in, and what a WebRTC client. */
const ALLOWED = { allow: true, allowed: true }

type WebhookEvent = RtmpEvent | SfuEvent | ArchiveEvent

/**
 * The body of a webhook by its type. Where channels of both kinds send the type, `label` tells them apart:
 * `Service RTMP` or `Service SFU`.
 */
export type WebhookBody<Type extends WebhookType> = Type extends WebhookEvent['type']
  ? Extract<WebhookEvent, { readonly type: Type }>
  : RtmpAuthRequest | SfuAuthRequest

/** A webhook that came. */
export interface ReceivedWebhook<
  Type extends WebhookType = WebhookType,
  Body = Readonly<Record<string, unknown>>,
> {
  /** `auth` for a question of authentication. */
  readonly type: Type
  readonly body: Body
  /** The body, exactly as it came. */
  readonly text: string
  readonly path: string
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** Milliseconds since 1970 UTC, by this computer's clock. */
  readonly receivedAt: number
  /** Whether it was signed by the secret; null where `webhooks` was given none. */
  readonly verified: boolean | null
}

/** A webhook of a type that is known, and with it the members of its body. */
export type WebhookOf<Type extends WebhookType> = ReceivedWebhook<Type, WebhookBody<Type>>

/** What is answered. */
export interface WebhookAnswer {
  /** Default: 200. */
  readonly status?: number
  /** Sent as JSON. Default: `{}`, and to a question of authentication what lets in whoever asks. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Before it is answered. */
  readonly delayMs?: Milliseconds
  /** True: the connection is cut without an answer. */
  readonly cut?: boolean
}

/** An answer, or what gives one for a webhook. Where that throws, the connection is cut and the next `waitFor` rejects. */
export type ScriptedAnswer<Asked = ReceivedWebhook> = WebhookAnswer | ((webhook: Asked) => WebhookAnswer)

export interface WebhookOptions {
  /** `whsec_…`; given, each webhook is verified (Standard Webhooks 1.0). */
  readonly secret?: string
}

/** A receiver of webhooks on loopback. */
export interface Webhooks extends AsyncDisposable {
  /** For `event_webhook_url` and `auth_webhook_url`. */
  readonly url: string
  /** All so far, in the order they came. */
  readonly received: readonly ReceivedWebhook[]
  /** The next webhooks are answered so, one after the other; then as usual again. */
  answer(...answers: readonly ScriptedAnswer[]): void
  /** The next webhooks of one type are answered so. They go before those of `answer`. */
  answerTo<Type extends WebhookType>(type: Type, ...answers: readonly ScriptedAnswer<WebhookOf<Type>>[]): void
  /** What is answered where nothing is scripted. */
  answerAlways(answer: ScriptedAnswer): void
  /**
   * Waits for a webhook, also one that came before. Each call gives the first that no earlier call gave.
   * @throws WaitError naming what came instead; what a scripted answer threw
   */
  waitFor<Type extends WebhookType>(
    type: Type,
    match?: (webhook: WebhookOf<Type>) => boolean,
    options?: { readonly timeoutMs?: Milliseconds },
  ): Promise<WebhookOf<Type>>
  close(): Promise<void>
}

export async function receiveWebhooks({ secret }: WebhookOptions = {}): Promise<Webhooks> {
  const receiver = new Receiver(secret === undefined ? null : new Webhook(secret))
  await receiver.listen()
  return receiver
}

class Receiver implements Webhooks {
  readonly #server: Server
  readonly #verifier: Webhook | null
  readonly #received: ReceivedWebhook[] = []
  readonly #given = new Set<ReceivedWebhook>()
  readonly #next: ScriptedAnswer[] = []
  readonly #nextOf = new Map<WebhookType, ScriptedAnswer[]>()
  readonly #ending = new AbortController()
  #usual: ScriptedAnswer = {}
  /** What scripted answers threw, and nobody was told yet. */
  readonly #thrown: unknown[] = []

  constructor(verifier: Webhook | null) {
    this.#verifier = verifier
    this.#server = createServer((request, response) => {
      void textOf(request)
        .then((text) => this.#take(text, request.url ?? '/', request.headers, response))
        // Whoever sends is gone, or this ends.
        .catch(() => response.destroy())
    })
    // Nobody waits for the receiver alone: who waits for a webhook does it by `waitFor`.
    this.#server.unref()
    this.#server.on('connection', (socket) => socket.unref())
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`
  }

  get received(): readonly ReceivedWebhook[] {
    return this.#received
  }

  listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(0, '127.0.0.1', resolve)
    })
  }

  answer(...answers: readonly ScriptedAnswer[]): void {
    this.#next.push(...answers)
  }

  answerTo<Type extends WebhookType>(
    type: Type,
    ...answers: readonly ScriptedAnswer<WebhookOf<Type>>[]
  ): void {
    // They are asked for webhooks of this type alone.
    this.#nextOf.set(type, [...(this.#nextOf.get(type) ?? []), ...(answers as readonly ScriptedAnswer[])])
  }

  answerAlways(answer: ScriptedAnswer): void {
    this.#usual = answer
  }

  async waitFor<Type extends WebhookType>(
    type: Type,
    match: (webhook: WebhookOf<Type>) => boolean = () => true,
    { timeoutMs = PATIENCE }: { readonly timeoutMs?: Milliseconds } = {},
  ): Promise<WebhookOf<Type>> {
    // The service keeps to its contract; what others send is as they say.
    const known = (one: ReceivedWebhook) => one as unknown as WebhookOf<Type>
    const fits = (one: ReceivedWebhook) => one.type === type && !this.#given.has(one) && match(known(one))
    const seen = () => {
      const types = this.#received.map((webhook) => webhook.type)
      return types.length > 0 ? `There came: ${types.join(', ')}.` : 'There came none.'
    }
    const what = `webhook ${type}`
    const find = () => {
      if (this.#thrown.length > 0) throw this.#thrown.shift()
      return this.#received.find(fits)
    }
    const found = await waitUntil(find, { what, timeoutMs, seen })
    this.#given.add(found)
    return known(found)
  }

  async close(): Promise<void> {
    this.#ending.abort()
    if (!this.#server.listening) return
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    this.#server.closeAllConnections()
    await closed
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  async #take(
    text: string,
    path: string,
    headers: ReceivedWebhook['headers'],
    response: ServerResponse,
  ): Promise<void> {
    const body = objectOf(text)
    const { type: sent } = body
    // The service sends no others.
    const type = typeof sent === 'string' ? (sent as WebhookType) : 'auth'
    const webhook: ReceivedWebhook = {
      ...{ type, body, text, path, headers, receivedAt: Date.now() },
      verified: this.#verifier && verified(this.#verifier, text, headers),
    }
    this.#received.push(webhook)
    const scripted = this.#nextOf.get(type)?.shift() ?? this.#next.shift() ?? this.#usual
    const answer = this.#answerOf(scripted, webhook)
    if (answer.delayMs !== undefined) {
      await delay(answer.delayMs, undefined, { signal: this.#ending.signal, ref: false })
    }
    if (answer.cut) response.destroy()
    else {
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
      response.end(JSON.stringify(answer.body ?? (type === 'auth' ? ALLOWED : {})))
    }
  }

  #answerOf(scripted: ScriptedAnswer, webhook: ReceivedWebhook): WebhookAnswer {
    if (typeof scripted !== 'function') return scripted
    try {
      return scripted(webhook)
    } catch (error) {
      this.#thrown.push(error)
      return { cut: true }
    }
  }
}

/** What is no JSON object has no members. */
function objectOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** How old it may be is not asked: the service's clock may have been moved. */
function verified(verifier: Webhook, text: string, headers: ReceivedWebhook['headers']): boolean {
  const id = String(headers['webhook-id'])
  const at = new Date(Number(headers['webhook-timestamp']) * 1000)
  if (Number.isNaN(at.getTime())) return false
  const expected = verifier.sign(id, at, text)
  const given = String(headers['webhook-signature']).split(' ')
  return given.some((one) => isSame(one, expected))
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
