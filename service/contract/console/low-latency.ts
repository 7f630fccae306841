/** Low latency HLS (draft-pantos-hls-rfc8216bis): which channels have it. */
import { z } from 'zod'
import type { ChannelId } from '../ids.ts'
import { breaks } from '../refusal/carried.ts'
import { flag } from '../text.ts'
import { idParam, json } from './route.ts'
import type { Shown } from './route.ts'

/** `installation`: as is said for all channels. */
export const LOW_LATENCY_MODES = ['installation', 'off', 'on'] as const
export type LowLatencyMode = (typeof LOW_LATENCY_MODES)[number]

const channelLowLatency = z.strictObject({
  mode: z.enum(LOW_LATENCY_MODES),
  /** Whether the next connection has it, by that. */
  on: z.boolean(),
  /** What is said for all channels that say nothing themselves. */
  installation: z.boolean(),
})
export type ChannelLowLatency = Shown<typeof channelLowLatency>

const installationLowLatency = z.strictObject({ on: z.boolean() })

const id = idParam<ChannelId>()
const path = '/console/api/channels/:id/low-latency'
const installationPath = '/console/api/low-latency'

export const lowLatencyApi = {
  read: json({
    method: 'GET',
    path,
    who: 'delivery',
    summary: 'Whether the next connection of a channel has low latency HLS.',
    params: { id },
    answer: channelLowLatency,
    errors: ['NOT_FOUND'],
  }),
  change: json({
    method: 'PUT',
    path,
    who: 'delivery',
    audit: 'channel.changed',
    summary:
      'Has the next connections of a channel have low latency HLS, not have it, or do as is said for all channels.',
    params: { id },
    body: z.object({
      mode: z.enum(LOW_LATENCY_MODES, { error: breaks('oneOf', { values: LOW_LATENCY_MODES }) }),
    }),
    answer: channelLowLatency,
    errors: ['NOT_FOUND'],
  }),
  readInstallation: json({
    method: 'GET',
    path: installationPath,
    who: 'owner',
    summary: 'Whether channels have low latency HLS that say nothing themselves.',
    answer: installationLowLatency,
  }),
  changeInstallation: json({
    method: 'PUT',
    path: installationPath,
    who: 'owner',
    audit: 'low-latency.changed',
    summary: 'Gives low latency HLS to the channels that say nothing themselves, or does not.',
    body: z.object({ on: flag }),
    answer: installationLowLatency,
  }),
}
