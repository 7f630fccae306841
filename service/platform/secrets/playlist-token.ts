import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'

/** What an address that was signed lets its bearer into, and until when. */
export interface SignedGrant {
  readonly channelId: ChannelId
  /** Who or what it was made for: letters and digits. */
  readonly subject: string
  /** Whole seconds. */
  readonly expiresAt: EpochMilliseconds
}

/** Made for the playlist of one connection: nothing else of the channel is had by it. */
export const connectionSubject = (connectionId: ConnectionId): string => `c${connectionId}`
const CONNECTION_SUBJECT = /^c[0-9A-Z]{26}$/

/** Whether what a grant was made for covers the files of a connection; null: those of the whole channel. */
export const covers = (subject: string, connectionId: ConnectionId | null): boolean =>
  !CONNECTION_SUBJECT.test(subject) || (connectionId !== null && subject === connectionSubject(connectionId))

const TOKEN = /^([0-9A-Za-z]{1,64})\.([0-9a-z]{1,9})\.([\w-]{43})$/

/**
 * Subject, expiry and HMAC-SHA256 (RFC 2104) of both and the channel. Fit for a path and for a query.
 * @param key secret; another for each purpose
 */
export function signGrant(key: string, { channelId, subject, expiresAt }: SignedGrant): string {
  const said = `${subject}.${Math.floor(expiresAt / 1000).toString(36)}`
  return `${said}.${signatureOf(key, channelId, said).toString('base64url')}`
}

/** What a token of this channel grants, expired or not; null for one that was not signed with this key. */
export function readGrant(key: string, channelId: ChannelId, token: string): SignedGrant | null {
  const [, subject = '', seconds = '', signature = ''] = TOKEN.exec(token) ?? []
  const given = Buffer.from(signature, 'base64url')
  const right = signatureOf(key, channelId, `${subject}.${seconds}`)
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  return { channelId, subject, expiresAt: Number.parseInt(seconds, 36) * 1000 }
}

const signatureOf = (key: string, channelId: ChannelId, said: string): Buffer =>
  createHmac('sha256', key).update(`${channelId}/${said}`).digest()
