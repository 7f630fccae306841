import type { GsDestination } from '../../contract/archive.ts'
import type { Clock } from '../../platform/clock.ts'
import { gsFault, parsed } from './gs-fault.ts'
import { GsHttp, textOf } from './gs-http.ts'
import type { GsAnswer, GsRequest, GsText } from './gs-http.ts'
import { GsTokens } from './gs-token.ts'
import { isOfOperator, rulesOf } from './provider.ts'
import type { StoreSettings } from './provider.ts'
import { StoreError } from './store-error.ts'

/** An answer whose text is JSON; `value` is undefined where it is none. */
export type GsJson = GsText & { readonly value: unknown }

/**
 * The JSON API of one bucket: addresses, tokens, faults. Every request rejects with StoreError, or with the
 * signal's reason when it was aborted. `hoped` are the statuses that are no fault.
 */
export class GsApi {
  readonly #base: string
  readonly #bucket: string
  readonly #clock: Clock
  readonly #http: GsHttp
  readonly #tokenHttp: GsHttp
  readonly #tokens: GsTokens

  constructor(destination: GsDestination, settings: Omit<StoreSettings, 'azblobEndpoint'>, clock: Clock) {
    const { bucket, credential } = destination
    const { gsEndpoint, stallMs } = settings
    this.#base = (gsEndpoint ?? 'https://storage.googleapis.com').replace(/\/+$/, '')
    this.#bucket = encodeURIComponent(bucket)
    this.#clock = clock
    // What the operator has named is reached by all systems; the address of the token server is the credential's.
    const rules = (url: string) => (isOfOperator(url, gsEndpoint) ? null : rulesOf(destination, settings))
    this.#http = new GsHttp(stallMs, () => rules(this.#base))
    this.#tokenHttp = new GsHttp(stallMs, () => rules(credential.token_uri))
    this.#tokens = new GsTokens(credential, this.#tokenHttp, clock)
  }

  bucketUrl(below: string, query: Readonly<Record<string, string>>): string {
    return `${this.#base}/storage/v1/b/${this.#bucket}${below}${queryOf(query)}`
  }

  objectUrl(name: string, query: Readonly<Record<string, string>>): string {
    return this.bucketUrl(`/o/${encodeURIComponent(name)}`, query)
  }

  uploadUrl(uploadType: 'multipart' | 'resumable'): string {
    const query = queryOf({ uploadType, fields: 'name,size,md5Hash' })
    return `${this.#base}/upload/storage/v1/b/${this.#bucket}/o${query}`
  }

  /** A token that is refused is asked for once more: it may have been revoked. */
  async open(given: GsRequest, hoped: readonly number[]): Promise<GsAnswer> {
    let answer = await this.#openWithToken(given)
    if (answer.status === 401) {
      await textOf(answer.body, given.signal)
      answer = await this.#openWithToken(given)
    }
    if (hoped.includes(answer.status)) return answer
    throw gsFault({ ...answer, text: await textOf(answer.body, given.signal) }, this.#clock.now())
  }

  async json(given: GsRequest, hoped: readonly number[]): Promise<GsJson> {
    // What 404 means is told by its words.
    const answer = await this.open(given, [...hoped, 404])
    const text = await textOf(answer.body, given.signal)
    const whole = { ...answer, text, value: parsed(text) }
    if (answer.status !== 404) return whole
    const fault = gsFault(whole, this.#clock.now())
    if (hoped.includes(404) && fault.kind !== 'no-bucket') return whole
    throw hoped.includes(404) ? fault : asBucketFault(fault)
  }

  /** The address of an upload is all that it takes to write to it, so no token goes there and no error shows it. */
  async session(given: GsRequest, hoped: readonly number[]): Promise<GsJson> {
    const answer = await this.#http.ask(given)
    if (hoped.includes(answer.status)) return { ...answer, value: parsed(answer.text) }
    const text = withoutSession(answer.text, given.url)
    throw gsFault({ ...answer, text }, this.#clock.now())
  }

  close(): void {
    this.#http.close()
    this.#tokenHttp.close()
  }

  async #openWithToken(given: GsRequest): Promise<GsAnswer> {
    const token = await this.#tokens.get(given.signal)
    const headers = { ...given.headers, authorization: `Bearer ${token}` }
    const answer = await this.#http.open({ ...given, headers })
    if (answer.status === 401) this.#tokens.forget(token)
    return answer
  }
}

/** Where a request names the bucket only, it is the bucket that was not found. */
function asBucketFault({ status, code, message }: StoreError): StoreError {
  return new StoreError('no-bucket', message, { status, code })
}

function withoutSession(text: string, url: string): string {
  const id = URL.parse(url)?.searchParams.get('upload_id') ?? ''
  return [url, id]
    .filter((secret) => secret !== '')
    .reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
}

function queryOf(query: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(query).toString()
  return text === '' ? '' : `?${text}`
}
