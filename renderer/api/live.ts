/** Operations of the live API, called through the console's own address. */
import type { z } from 'zod'
import { addressOf } from '../../service/contract/console/request.ts'
import type { Shown } from '../../service/contract/console/route.ts'
import type * as live from '../../service/contract/live-api.ts'
import type { LIVE_ANSWERS } from './checks.ts'
import { answers, api, jsonOf } from './client.ts'
import { send } from './http.ts'

/** How a request goes out. */
interface Sending {
  /** Also when the page is on its way out. */
  readonly keepalive?: boolean
}

/**
 * Calls an operation.
 * @param target what the header X-Sfu-Target names
 * @throws ApiError InvalidJSON with each wrong member
 */
export async function operation<Target extends keyof typeof LIVE_ANSWERS>(
  target: Target,
  body: object,
  sending: Sending = {},
): Promise<Shown<(typeof LIVE_ANSWERS)[Target]>> {
  const { headers, ...json } = jsonOf(body)
  const answer = await send(addressOf(api.channels.live), {
    ...{ method: api.channels.live.method, ...sending, ...json },
    headers: { ...headers, 'X-Sfu-Target': target },
  })
  answers.checks?.checkLive(target, answer)
  return answer as Shown<(typeof LIVE_ANSWERS)[Target]>
}

/** The operation that makes a channel, by its kind. */
export const CREATE_CHANNEL = {
  rtmp: 'Service_20250901.CreateRTMPChannel',
  'webrtc-hls': 'Service_20200316.CreateMultistreamChannelWithHLS',
  webrtc: 'Service_20200316.CreateMultistreamChannel',
} as const

/** What a channel is made of, by its kind. */
export type NewChannel =
  | { readonly kind: 'rtmp'; readonly body: z.input<typeof live.createRtmpChannelRequest> }
  | {
      readonly kind: 'webrtc-hls'
      readonly body: z.input<typeof live.createMultistreamChannelWithHlsRequest>
    }
  | { readonly kind: 'webrtc'; readonly body: z.input<typeof live.createMultistreamChannelRequest> }

/** @throws ApiError InvalidJSON with each wrong member */
export const createChannel = ({ kind, body }: NewChannel) => operation(CREATE_CHANNEL[kind], body)

export const deleteChannel = (channelId: string, sending?: Sending) =>
  operation('Service_20180501.DeleteChannel', { channel_id: channelId }, sending)
