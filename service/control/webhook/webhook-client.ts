import type { Agent, Dispatcher } from 'undici'
import type { LookupFunction } from 'node:net'
import type { SystemId } from '../../contract/ids.ts'
import type { OutgoingRules } from '../../contract/outgoing.ts'
import type { Clock } from '../../platform/clock.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { Attempt } from './attempt.ts'
import { keptAnswer, keptHeaders } from './kept-answer.ts'
import { failureOf } from './failure.ts'
import type { Failure } from './failure.ts'
import type { SignatureHeaders } from './signature.ts'

/** How much of an answer is read; less of it is kept (`kept-answer.ts`). */
export const MAX_ANSWER_BYTES = 64 * 1024

export interface WebhookPost {
  /** Whose webhook it is, by which it is judged where it may go. */
  readonly systemId: SystemId
  readonly url: string
  /** Besides those of every webhook. */
  readonly headers?: Readonly<Record<string, string>>
  readonly signature: SignatureHeaders
  readonly body: string
  /** From the first look-up to the last byte of the answer. */
  readonly timeoutMs: Milliseconds
}

/** How the reading of an answer's body ended. */
type BodyEnd = 'complete' | 'too-large' | 'timeout' | 'broken'

interface Sent {
  readonly startedAt: EpochMilliseconds
  readonly durationMs: Milliseconds
  readonly requestHeaders: Readonly<Record<string, string>>
}

/** What came back: an answer of any status, or none. */
export type PostResult =
  | (Sent & {
      readonly kind: 'answer'
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: Buffer
      readonly bodyEnd: BodyEnd
    })
  | (Sent & { readonly kind: 'failure'; readonly failure: Failure })

/** Where a request of a system to `url` may go. */
export type RulesOfWebhook = (systemId: SystemId, url: URL) => OutgoingRules

export interface WebhookClientOptions {
  readonly rules: RulesOfWebhook
  /** Certificate authorities to trust instead of Node's own, PEM. */
  readonly ca?: string[]
  readonly lookup?: LookupFunction
  /** Real time, by which a request takes its time; the clock of dates where it is left out. */
  readonly machine?: Clock
}

/** Of every webhook, besides its signature. Who names no encoding takes an answer in any (RFC 9110 12.5.3). */
const HEADERS = {
  'content-type': 'application/json',
  'user-agent': 'Airdesk',
  accept: 'application/json',
  'accept-encoding': 'identity',
}

export const requestHeadersOf = (post: WebhookPost): Record<string, string> => ({
  ...{ ...HEADERS, ...post.headers, ...post.signature },
})

export const lateAnswer = ({ timeoutMs }: WebhookPost): Failure => ({
  class: 'timeout',
  text: `No answer within ${timeoutMs / 1000} s.`,
})

/** Longer than any deadline of ours, so that the injected clock decides. */
const TRANSPORT_TIMEOUT: Milliseconds = 30_000

/**
 * Posts webhooks. A connection is used for one request: with no retry allowed, a kept connection that the
 * other side closes at the same moment would refuse a broadcast for nothing. Redirects are not followed.
 */
export class WebhookClient {
  readonly #clock: Clock
  readonly #options: WebhookClientOptions
  /** Of the requests that are under way. */
  readonly #agents = new Set<Promise<Agent>>()

  constructor(clock: Clock, options: WebhookClientOptions) {
    this.#clock = clock
    this.#options = options
  }

  /** Posts and reads the answer. Never throws. */
  async post(post: WebhookPost): Promise<PostResult> {
    const machine = this.#options.machine ?? this.#clock
    const agent = this.#agent(post)
    this.#agents.add(agent)
    // What has to be loaded for the first one takes none of the endpoint's time.
    await agent.catch(() => undefined)
    const startedAt = this.#clock.now()
    const begun = machine.now()
    const abort = new AbortController()
    const timer = machine.after(post.timeoutMs, () => abort.abort())
    const requestHeaders = requestHeadersOf(post)
    const sent = () => {
      return { startedAt, durationMs: Math.max(0, machine.now() - begun), requestHeaders }
    }
    try {
      const response = await request(await agent, post, requestHeaders, abort.signal)
      const read = await readBody(response.body, abort.signal)
      return {
        kind: 'answer',
        status: response.statusCode,
        headers: plainHeaders(response.headers),
        ...read,
        ...sent(),
      }
    } catch (error) {
      const failure: Failure = abort.signal.aborted ? lateAnswer(post) : failureOf(error)
      return { kind: 'failure', failure, ...sent() }
    } finally {
      timer.cancel()
      this.#agents.delete(agent)
      void agent.then((opened) => opened.destroy()).catch(() => undefined)
    }
  }

  /** Breaks off what is under way. */
  async close(): Promise<void> {
    await Promise.all(Array.from(this.#agents, async (agent) => (await agent).destroy()))
  }

  async #agent({ systemId, url }: WebhookPost): Promise<Agent> {
    // The start does not wait for undici, which is as large as half of control.
    const { outgoingDispatcher } = await import('../../platform/net/outgoing/connect.ts')
    const { rules, ca, lookup } = this.#options
    return outgoingDispatcher({
      rules: () => rules(systemId, new URL(url)),
      connect: { timeout: TRANSPORT_TIMEOUT, ...(ca && { ca }) },
      agent: {
        headersTimeout: TRANSPORT_TIMEOUT,
        bodyTimeout: TRANSPORT_TIMEOUT,
        pipelining: 0,
        allowH2: false,
      },
      lookup,
    })
  }
}

function request(
  agent: Agent,
  { url, body }: WebhookPost,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const { origin, pathname, search } = new URL(url)
  return agent.request({ origin, path: pathname + search, method: 'POST', headers, body, signal })
}

/** An attempt as it is kept, with the failure that its caller sees in the result. */
export function attemptOf(result: PostResult, failure: Failure | null): Attempt {
  const { startedAt, durationMs, requestHeaders } = result
  const sent = { startedAt, durationMs, requestHeaders, failure }
  if (result.kind === 'failure') return { ...sent, status: null, responseHeaders: null, responseBody: null }
  return {
    ...sent,
    status: result.status,
    responseHeaders: keptHeaders(result.headers),
    responseBody: keptAnswer(result.body),
  }
}

async function readBody(
  stream: Dispatcher.ResponseData['body'],
  signal: AbortSignal,
): Promise<{ body: Buffer; bodyEnd: BodyEnd }> {
  const chunks: Buffer[] = []
  let size = 0
  let bodyEnd: BodyEnd = 'complete'
  stream.on('error', () => undefined)
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size > MAX_ANSWER_BYTES) {
        bodyEnd = 'too-large'
        break
      }
    }
  } catch {
    bodyEnd = signal.aborted ? 'timeout' : 'broken'
  }
  return { body: Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES), bodyEnd }
}

function plainHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const plain: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) plain[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return plain
}
