/** Operations of the live API, called through the console's own address. */
import type { z } from 'zod'
import { addressOf } from '../../service/contract/console/request.ts'
import type { Shown } from '../../service/contract/console/route.ts'
import * as live from '../../service/contract/live-api.ts'
import { api, checked, jsonOf } from './client.ts'
import { send } from './http.ts'

/** How a request goes out. */
interface Sending {
  /** Also when the page is on its way out. */
  readonly keepalive?: boolean
}

/**
 * Calls an operation.
 * @param target what the header X-Sfu-Target names
 * @param answer schema of its answer
 * @throws ApiError InvalidJSON with each wrong member
 */
export async function operation<Answer extends z.ZodType>(
  target: string,
  answer: Answer,
  body: object,
  sending: Sending = {},
): Promise<Shown<Answer>> {
  const { headers, ...json } = jsonOf(body)
  const said = await send(addressOf(api.channels.live), {
    ...{ method: api.channels.live.method, ...sending, ...json },
    headers: { ...headers, 'X-Sfu-Target': target },
  })
  return checked(target, answer, said)
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

const CREATED = {
  rtmp: live.createRtmpChannelResponse,
  'webrtc-hls': live.createMultistreamChannelResponse,
  webrtc: live.createMultistreamChannelResponse,
} as const

/** @throws ApiError InvalidJSON with each wrong member */
export const createChannel = ({ kind, body }: NewChannel) =>
  operation(CREATE_CHANNEL[kind], CREATED[kind], body)

export const deleteChannel = (channelId: string, sending?: Sending) =>
  operation('Service_20180501.DeleteChannel', live.emptyResponse, { channel_id: channelId }, sending)
