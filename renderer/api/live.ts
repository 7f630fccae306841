/** Operations of the live API, called through the console's own address. */
import type { z } from 'zod'
import type {
  createMultistreamChannelRequest,
  createMultistreamChannelWithHlsRequest,
  createRtmpChannelRequest,
} from '../../service/contract/live-api.ts'
import { call, type Call } from './http.ts'

/** @param target what the header X-Sfu-Target names */
export function operation<T>(
  target: string,
  body: object,
  options: Pick<Call, 'keepalive'> = {},
): Promise<T> {
  return call<T>({
    method: 'POST',
    path: '/console/api/live',
    headers: { 'X-Sfu-Target': target },
    body,
    ...options,
  })
}

/** The operation that makes a channel, by its kind. */
export const CREATE_CHANNEL = {
  rtmp: 'Service_20250901.CreateRTMPChannel',
  'webrtc-hls': 'Service_20200316.CreateMultistreamChannelWithHLS',
  webrtc: 'Service_20200316.CreateMultistreamChannel',
} as const

/** What a channel is made of, by its kind. */
export type NewChannel =
  | { readonly kind: 'rtmp'; readonly body: z.input<typeof createRtmpChannelRequest> }
  | { readonly kind: 'webrtc-hls'; readonly body: z.input<typeof createMultistreamChannelWithHlsRequest> }
  | { readonly kind: 'webrtc'; readonly body: z.input<typeof createMultistreamChannelRequest> }

/** @throws ApiError InvalidJSON with each wrong member */
export const createChannel = ({ kind, body }: NewChannel) =>
  operation<{ readonly channel_id: string }>(CREATE_CHANNEL[kind], body)

export const deleteChannel = (channelId: string, options?: Pick<Call, 'keepalive'>) =>
  operation<object>('Service_20180501.DeleteChannel', { channel_id: channelId }, options)
