import { createPrivateKey, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { Readable } from 'node:stream'
import type { GsCredential } from '../../contract/archive.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'
import { objectOf, parsed, textOf, tokenFault } from './gs-fault.ts'
import type { GsHttp } from './gs-http.ts'
import { StoreError } from './store-error.ts'

const SCOPE = 'https://www.googleapis.com/auth/devstorage.read_write'
/** An assertion may live for so long, and Google's tokens do. */
const HOUR_SECONDS = 3600
/** Before a token ends, another one is asked for. */
const EARLY: Milliseconds = 60_000

interface Token {
  readonly text: string
  readonly until: EpochMilliseconds
}

/** Access tokens of a service account, by a JWT as grant (RFC 7523 2.1). One is kept until shortly before its end. */
export class GsTokens {
  readonly #credential: GsCredential
  readonly #http: GsHttp
  readonly #clock: Clock
  #kept: Token | null = null
  #coming: Promise<Token> | null = null

  constructor(credential: GsCredential, http: GsHttp, clock: Clock) {
    this.#credential = credential
    this.#http = http
    this.#clock = clock
  }

  /** @throws StoreError, or the signal's reason when it was aborted */
  async get(signal: AbortSignal): Promise<string> {
    signal.throwIfAborted()
    if (this.#kept !== null && this.#clock.now() < this.#kept.until) return this.#kept.text
    this.#coming ??= this.#fetch().finally(() => (this.#coming = null))
    return (this.#kept = await unlessAborted(this.#coming, signal)).text
  }

  /** The store did not accept it. */
  forget(text: string): void {
    if (this.#kept?.text === text) this.#kept = null
  }

  async #fetch(): Promise<Token> {
    const form = Buffer.from(
      new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: assertion(this.#credential, this.#clock.now()),
      }).toString(),
    )
    const answer = await this.#http.ask({
      method: 'POST',
      url: this.#credential.token_uri,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: { size: form.length, open: () => Readable.from([form]) },
      // Others may wait for the same one.
      signal: new AbortController().signal,
    })
    if (answer.status !== 200) throw tokenFault(answer, this.#clock.now())
    const { access_token: token, expires_in: seconds } = objectOf(parsed(answer.text))
    if (textOf(token) === '') throw new StoreError('credentials', 'The token server gave no token')
    const life = typeof seconds === 'number' ? seconds * 1000 : HOUR_SECONDS * 1000
    return { text: textOf(token), until: this.#clock.now() + life - Math.min(EARLY, life / 2) }
  }
}

/** RFC 7523 3, signed with RS256 (RFC 7518 3.3). @throws StoreError `credentials` when there is no such key */
function assertion({ client_email, private_key, token_uri }: GsCredential, now: EpochMilliseconds): string {
  const iat = Math.floor(now / 1000)
  const claims = { iss: client_email, scope: SCOPE, aud: token_uri, iat, exp: iat + HOUR_SECONDS }
  const signed = [{ alg: 'RS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature = sign('RSA-SHA256', Buffer.from(signed), keyOf(private_key))
  return `${signed}.${signature.toString('base64url')}`
}

function keyOf(pem: string): KeyObject {
  let key: KeyObject | null = null
  try {
    key = createPrivateKey(pem)
  } catch {
    // What OpenSSL says of it helps nobody.
  }
  if (key?.asymmetricKeyType !== 'rsa') {
    throw new StoreError('credentials', 'The private key of the service account is no RSA key in PEM')
  }
  return key
}

function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const done = new AbortController()
  const aborted = new Promise<never>((_resolve, reject) => {
    const fail = () => reject(signal.reason as Error)
    signal.addEventListener('abort', fail, { once: true, signal: done.signal })
  })
  return Promise.race([promise, aborted]).finally(() => done.abort())
}
