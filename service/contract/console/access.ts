/** Who may send to a channel and who may watch it. */
import { z } from 'zod'
import { secret } from '../secret.ts'
import { flag, integerOf, nameOf } from '../text.ts'
import { idParam, json } from './route.ts'
import type { Shown } from './route.ts'
import type { ChannelId } from '../ids.ts'
import { count, moment } from './units.ts'

/** What became of who came to a channel: the first four were let in. */
export const DOOR_OUTCOMES = [
  'with-key',
  'without-key',
  'by-delivery',
  'by-console',
  'no-key',
  'wrong-key',
  'no-delivery',
  'no-address',
  'wrong-address',
  'address-ended',
] as const
export type DoorOutcome = (typeof DOOR_OUTCOMES)[number]

export const doorEntry = z.strictObject({
  kind: z.enum(['encoder', 'client', 'player']),
  outcome: z.enum(DOOR_OUTCOMES),
  /** What it says of itself; may be empty. */
  name: z.string(),
  remoteAddress: z.string(),
  /** How often it was turned away. */
  times: count,
  at: moment,
})

const playlistAddress = z.strictObject({
  id: z.string(),
  label: z.string(),
  madeAt: moment,
  madeBy: z.string(),
  /** When it ends, or ended because it was revoked. */
  endsAt: moment,
  ended: z.boolean(),
  watching: count,
  /** Players that were turned away since it ended; since the service was started at most. */
  turnedAway: count,
})
export type DoorEntry = Shown<typeof doorEntry>
export type PlaylistAddress = Shown<typeof playlistAddress>

export const accessView = z.strictObject({
  /** Null while the channel has none. */
  key: z
    .strictObject({
      /** Its last four characters. */
      tail: z.string(),
      /** False where what seals it is another one: then only a new one can be shown. */
      canBeShown: z.boolean(),
    })
    .nullable(),
  requireKey: z.boolean(),
  /** A schedule's channel: it asks by itself, and by what. */
  schedule: z
    .strictObject({
      /** Each sender needs an address of its own; else delivery opens the channel for a time. */
      byAddress: z.boolean(),
      /** Until when delivery has opened it; null where it is shut. */
      openUntil: moment.nullable(),
    })
    .nullable(),
  /** Of the encoder on air that came with the key; null where none is. */
  onAirWithKey: z.string().nullable(),
  /** Of the last encoders and clients that send, at most 20; who came without a key, newest first, each once. */
  recent: z.strictObject({
    total: count,
    withoutKey: count,
    names: z.array(z.strictObject({ name: z.string(), remoteAddress: z.string() })),
  }),
  /** Encoders of other computers send the key in clear. */
  keyInClear: z.boolean(),
  addressesExpire: z.boolean(),
  watching: count,
  /** Those of them who came by an address that expires. */
  watchingByAddress: count,
  /** Newest first; those that ended within a day, too. */
  addresses: z.array(playlistAddress),
  /** Newest first. */
  door: z.array(doorEntry),
  /** Null where nobody has changed any of it. */
  changed: z.strictObject({ at: moment, by: z.string() }).nullable(),
})
export type AccessView = Shown<typeof accessView>

const changeAccessRequest = z.object({
  requireKey: flag.optional(),
  addressesExpire: flag.optional(),
})
/** Longest label, characters. */
export const MOST_ADDRESS_LABEL = 60
const makeAddressRequest = z.object({
  label: nameOf(1, MOST_ADDRESS_LABEL),
  /** How long it is to be good. */
  seconds: integerOf(60, 31 * 86_400),
})

const ingestKeyResponse = z.strictObject({
  ingestKey: secret('ingestKey', z.string()),
  /** Channel id and key, as encoders take it; null for channels of WebRTC. */
  streamKey: secret('streamKey', z.string()).nullable(),
})
const madeAddressResponse = z.strictObject({
  /** The only time that it is told. */
  signedUrl: secret('signedUrl', z.string()),
  endsAt: moment,
})

const id = idParam<ChannelId>()
const path = '/console/api/channels/:id/access'

const scheduleAccess = z.strictObject({
  /** What delivery and view give for schedules is good for its bearer alone, and expires. */
  addressesExpire: flag,
})
const schedulesPath = '/console/api/schedule-access'

export const accessApi = {
  schedules: json({
    method: 'GET',
    path: schedulesPath,
    who: 'signed-in',
    summary: 'Whether what delivery and view give for schedules of the system expires.',
    answer: scheduleAccess,
  }),
  changeSchedules: json({
    method: 'PUT',
    path: schedulesPath,
    who: 'master',
    audit: 'system.changed',
    summary: 'Says whether what delivery and view give for schedules expires.',
    body: scheduleAccess,
    answer: scheduleAccess,
  }),
  read: json({
    method: 'GET',
    path,
    who: 'delivery',
    summary: 'What of a channel is public, what is secret, and who came. No secret is in it.',
    params: { id },
    answer: accessView,
    errors: ['NOT_FOUND'],
  }),
  change: json({
    method: 'PATCH',
    path,
    who: 'delivery',
    audit: 'channel.changed',
    summary:
      'Says whether encoders need the key and viewers an address that expires; what is left out stays.',
    params: { id },
    body: changeAccessRequest,
    answer: accessView,
    errors: ['NOT_FOUND'],
  }),
  showKey: json({
    method: 'POST',
    path: `${path}/key`,
    who: 'delivery',
    audit: 'secret.shown',
    summary: 'The ingest key of a channel. Who asked is written down.',
    params: { id },
    answer: ingestKeyResponse,
    errors: ['NOT_FOUND'],
  }),
  rotateKey: json({
    method: 'POST',
    path: `${path}/key/rotate`,
    who: 'delivery',
    audit: 'secret.rotated',
    summary: 'Makes a new ingest key, the first one too; who is on air stays, the old key ends at once.',
    params: { id },
    answer: accessView,
    errors: ['NOT_FOUND'],
  }),
  makeAddress: json({
    method: 'POST',
    path: `${path}/addresses`,
    who: 'delivery',
    audit: 'address.made',
    summary: 'Makes an address of the playlist that expires. It is told this once.',
    params: { id },
    body: makeAddressRequest,
    answer: madeAddressResponse,
    errors: ['NOT_FOUND'],
  }),
  revokeAddress: json({
    method: 'DELETE',
    path: `${path}/addresses/:address`,
    who: 'delivery',
    audit: 'address.revoked',
    summary: 'Ends an address; players that have it get nothing more.',
    params: { id, address: idParam<string>() },
    answer: accessView,
    errors: ['NOT_FOUND'],
  }),
}
