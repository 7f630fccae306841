/** Whether a webhook is what the holder of a secret sent (Standard Webhooks 1.0), and what is wrong. Pure. */
import { Webhook } from 'standardwebhooks'
import type { WebhookDetail } from '../../../../service/contract/console/webhooks.ts'

export interface Evidence {
  /** `name: value`, one in a line. */
  readonly headers: string
  /** The body exactly as it came. */
  readonly body: string
  /** `whsec_` and base64. Secret: it is in no message. */
  readonly secret: string
}

/** How far the time of a webhook may be off, seconds: what the libraries of Standard Webhooks allow. */
export const TOLERANCE_SECONDS = 5 * 60

export const SIGNATURE_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const
export type SignatureHeader = (typeof SIGNATURE_HEADERS)[number]

export type Verdict =
  | { readonly kind: 'valid' }
  /** Rightly signed, but `seconds` before or after the time at which receivers take it. */
  | { readonly kind: 'old' | 'early'; readonly seconds: number }
  | { readonly kind: 'missing' | 'malformed'; readonly header: SignatureHeader }
  | { readonly kind: 'secret' }
  /** Signed with another secret, or changed after it was signed. `id` as it stands there. */
  | { readonly kind: 'mismatch'; readonly id: string }

/** @param now milliseconds since 1970 */
export function verify({ headers, body, secret }: Evidence, now: number): Verdict {
  const given = headersOf(headers)
  const missing = SIGNATURE_HEADERS.find((name) => !given.get(name))
  if (missing !== undefined) return { kind: 'missing', header: missing }
  const [id = '', timestamp = '', signatures = ''] = SIGNATURE_HEADERS.map((name) => given.get(name))
  if (!/^\d{1,12}$/.test(timestamp)) return { kind: 'malformed', header: 'webhook-timestamp' }
  const known = signatures.split(' ').filter((one) => /^v1,[A-Za-z0-9+/]{43}=$/.test(one))
  if (known.length === 0) return { kind: 'malformed', header: 'webhook-signature' }
  const seconds = Number(timestamp)
  const wanted = sign(secret.trim(), id, seconds, body)
  if (wanted === null) return { kind: 'secret' }
  if (!known.includes(wanted)) return { kind: 'mismatch', id }
  const age = Math.floor(now / 1000) - seconds
  if (age > TOLERANCE_SECONDS) return { kind: 'old', seconds: age }
  return age < -TOLERANCE_SECONDS ? { kind: 'early', seconds: -age } : { kind: 'valid' }
}

/** Null for a secret that is none. */
function sign(secret: string, id: string, seconds: number, body: string): string | null {
  try {
    return new Webhook(secret).sign(id, new Date(seconds * 1000), body)
  } catch {
    return null
  }
}

/** Names in lower case; what is no header is left out. */
function headersOf(text: string): ReadonlyMap<string, string> {
  const lines = text.split(/\r?\n/).map((line) => /^\s*([\w-]+)\s*:\s*(.*?)\s*$/.exec(line))
  return new Map(lines.flatMap((match) => (match ? [[match[1]?.toLowerCase() ?? '', match[2] ?? '']] : [])))
}

/** Headers as a person pastes them. */
export const headerLines = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

/** What of a webhook is not as it was sent; `secret` where everything is. */
export type Changed = 'body' | 'webhook-timestamp' | 'webhook-signature' | 'secret'

/** @param sent the webhook with this id, as the log has it */
export function whatChanged({ headers, body }: Evidence, sent: WebhookDetail): Changed {
  if (body !== sent.body) return 'body'
  const given = headersOf(headers)
  const attempt = sent.attemptsMade.find(
    ({ requestHeaders }) => requestHeaders?.['webhook-timestamp'] === given.get('webhook-timestamp'),
  )
  if (!attempt) return 'webhook-timestamp'
  return attempt.requestHeaders?.['webhook-signature'] === given.get('webhook-signature')
    ? 'secret'
    : 'webhook-signature'
}
