import { createHmac } from 'node:crypto'
import type { SystemId } from '../../contract/ids.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'

export interface SignatureHeaders {
  readonly 'webhook-id': string
  readonly 'webhook-timestamp': string
  readonly 'webhook-signature': string
}

/**
 * Headers that prove who sent a webhook (Standard Webhooks 1.0: symmetric signatures).
 * @param secret `whsec_` and the key in base64
 * @param at time of this attempt; receivers refuse what is too old
 * @param body the text exactly as sent
 */
export function signatureHeaders(
  secret: string,
  id: string,
  at: EpochMilliseconds,
  body: string,
): SignatureHeaders {
  const seconds = Math.floor(at / 1000)
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
  }
}

/** Secret that a system signs with: `whsec_` and base64. */
export type WebhookSecret = (systemId: SystemId) => string
