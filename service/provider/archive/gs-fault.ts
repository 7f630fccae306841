import type { StoreFaultKind } from '../../contract/store-fault.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import { clockSkewOf, retryAfterOf } from './answer-headers.ts'
import { answerWords, codeOf, StoreError } from './store-error.ts'

/** An answer that is none of those that were hoped for. */
export interface RefusedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** How far clocks may be apart before the token's times are the likelier reason than the key. */
const MOST_SKEW = 5 * 60_000

const REASONS: Readonly<Record<string, StoreFaultKind>> = {
  rateLimitExceeded: 'busy',
  userRateLimitExceeded: 'busy',
  backendError: 'busy',
  quotaExceeded: 'full',
  uploadTooLarge: 'full',
}
const STATUSES: Readonly<Record<number, StoreFaultKind>> = {
  401: 'credentials',
  403: 'forbidden',
  404: 'not-found',
  408: 'busy',
  413: 'full',
  429: 'busy',
  507: 'full',
}

/** An answer of the JSON API. */
export function gsFault({ status, headers, text }: RefusedAnswer, now: EpochMilliseconds): StoreError {
  const { reason, message } = wordsOf(text)
  const code = codeOf(reason)
  return new StoreError(kindOf(status, reason, message), answerWords(status, code), {
    status,
    code,
    retryAfterMs: retryAfterOf(headers['retry-after'], now),
  })
}

function kindOf(status: number, reason: string, message: string): StoreFaultKind {
  if (status === 404 && /bucket does not exist/i.test(message)) return 'no-bucket'
  if (status === 400 && /(md5|crc32c|hash).*(match|mismatch)/i.test(message)) return 'damaged'
  return REASONS[reason] ?? STATUSES[status] ?? (status >= 500 ? 'busy' : 'refused-request')
}

/** An answer of the token server (RFC 6749 5.2). */
export function tokenFault({ status, headers, text }: RefusedAnswer, now: EpochMilliseconds): StoreError {
  const body = objectOf(parsed(text))
  const code = codeOf(textOf(body.error))
  const words = `The token server answered with ${answerWords(status, code)}`
  const kind = tokenKind(status, textOf(body.error_description), clockSkewOf(headers.date, now))
  return new StoreError(kind, words, {
    status,
    code,
    retryAfterMs: retryAfterOf(headers['retry-after'], now),
  })
}

function tokenKind(status: number, message: string, skew: number | null): StoreFaultKind {
  if (status === 429 || status >= 500) return 'busy'
  // Whoever answers something else gives no tokens: the credential names the wrong address.
  if (status !== 400 && status !== 401 && status !== 403) return 'credentials'
  const isSkewed = skew !== null && Math.abs(skew) > MOST_SKEW
  return isSkewed || /\b(iat|exp)\b|timeframe/.test(message) ? 'clock-skew' : 'credentials'
}

/** `{ error: { message, errors: [{ reason }] } }`; some front ends answer with plain text or a page. */
function wordsOf(text: string): { readonly reason: string; readonly message: string } {
  const error = objectOf(objectOf(parsed(text)).error)
  const [first] = Array.isArray(error.errors) ? (error.errors as unknown[]) : []
  const plain = text.trimStart().startsWith('<') || text.trimStart().startsWith('{') ? '' : text.trim()
  return { reason: textOf(objectOf(first).reason), message: textOf(error.message) || plain }
}

/** @returns undefined for what is no JSON */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
