/** Live playlists in a store, for a CDN to fetch from. */
import { z } from 'zod'
import type { ChannelId } from '../ids.ts'
import { breaks } from '../refusal/carried.ts'
import { flag, idText, isUrl, textOf } from '../text.ts'
import { PUBLISH_STATES } from '../publishing.ts'
import { storeFault } from './destinations.ts'
import { idParam, json } from './route.ts'
import type { Shown } from './route.ts'
import { count, moment } from './units.ts'

/** How the store of a channel is doing; in the stream of events, with the channel. */
export const publishStatus = z.strictObject({
  state: z.enum(PUBLISH_STATES),
  /** What viewers of the store do not have yet of what the origin lists. */
  behindSegments: count,
  behindSeconds: z.number().min(0),
  /** Discontinuities that were left, as far as is known. */
  gaps: count,
  /** What the store did not do; where `state` is not `failing`, objects are left there that should be gone. */
  fault: storeFault.nullable(),
  /** Null unless it waits for another try. */
  nextTryAt: moment.nullable(),
})
export type PublishStatus = Shown<typeof publishStatus>

const MOST_PREFIX = 200
/** Parts of a path with slashes between them; empty for none. */
const prefix = textOf(0, MOST_PREFIX)
  .refine((text) => !text.split('/').some((part) => part === '.' || part === '..'), breaks('noDots'))
  .refine((text) => /^([\w.-]+(\/[\w.-]+)*)?$/.test(text), breaks('keyPrefix'))
/** Without slashes at its end. */
const publicBase = textOf(1, 1500)
  .refine((text) => isUrl(text, ['http:', 'https:']), breaks('publicBase'))
  .refine((text) => !/[?#]/.test(text), breaks('noQuery'))
  .transform((text) => text.replace(/\/+$/, ''))

export const publishTarget = z.object({
  /** Of an archive destination of the system. */
  destinationId: idText,
  /** Below the destination's own path, where no recordings lie. */
  prefix,
  /** What the addresses of playlists begin with for viewers: of the CDN, or of the store itself. */
  publicBase,
  /** Segments are left when they leave the playlists, and everything at the end. */
  keep: flag,
})
export type PublishTarget = z.output<typeof publishTarget>

const shownTarget = z.strictObject({
  ...{ destinationId: z.string(), prefix: z.string(), publicBase: z.string(), keep: z.boolean() },
  bucketUri: z.string(),
})

/** `system`: as is said for all channels. */
export const PUBLISH_MODES = ['system', 'off', 'own'] as const
export type PublishMode = (typeof PUBLISH_MODES)[number]

const publishingView = z.strictObject({
  mode: z.enum(PUBLISH_MODES),
  /** Where it goes by that; null where nowhere. */
  target: shownTarget.nullable(),
  /** What is said for all channels of the system. */
  system: shownTarget.nullable(),
  /** Its playlists need addresses that expire: while that is so, it is published nowhere. */
  addressesExpire: z.boolean(),
  /** Null where nobody has changed it. */
  changed: z.strictObject({ at: moment, by: z.string() }).nullable(),
})
export type PublishingView = Shown<typeof publishingView>

const changeRequest = z.discriminatedUnion(
  'mode',
  [
    z.object({ mode: z.literal('system') }),
    z.object({ mode: z.literal('off') }),
    z.object({ mode: z.literal('own'), target: publishTarget }),
  ],
  { error: breaks('oneOf', { values: PUBLISH_MODES }) },
)
export type PublishingChange = z.output<typeof changeRequest>

const systemPublishing = z.strictObject({ target: shownTarget.nullable() })
export type SystemPublishing = Shown<typeof systemPublishing>

const id = idParam<ChannelId>()
const path = '/console/api/channels/:id/publishing'
const systemPath = '/console/api/publishing'

export const publishingApi = {
  read: json({
    method: 'GET',
    path,
    who: 'delivery',
    summary: 'Where the live playlists of a channel go besides the origin.',
    params: { id },
    answer: publishingView,
    errors: ['NOT_FOUND'],
  }),
  change: json({
    method: 'PUT',
    path,
    who: 'delivery',
    audit: 'channel.changed',
    summary: 'Publishes a channel to a store, does not, or does as is said for all channels of the system.',
    params: { id },
    body: changeRequest,
    answer: publishingView,
    errors: ['NOT_FOUND'],
  }),
  retry: json({
    method: 'POST',
    path: `${path}/retry`,
    who: 'delivery',
    audit: null,
    summary: 'Asks the store again now.',
    params: { id },
    answer: publishingView,
    errors: ['NOT_FOUND'],
  }),
  readSystem: json({
    method: 'GET',
    path: systemPath,
    who: 'delivery',
    summary: 'Where the live playlists of all channels of the system go that say nothing else.',
    answer: systemPublishing,
  }),
  changeSystem: json({
    method: 'PUT',
    path: systemPath,
    who: 'master',
    audit: 'system.changed',
    summary: 'Publishes all channels of the system that say nothing else, or none.',
    body: z.object({ target: publishTarget.nullable() }),
    answer: systemPublishing,
    errors: ['NOT_FOUND'],
  }),
}
