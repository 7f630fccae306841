/** Operations of the live API, called through the console's own address. */
import type { z } from 'zod'
import type { createRtmpChannelRequest, createRtmpChannelResponse } from '../../service/contract/live-api.ts'
import { call } from './http.ts'

function operation<T>(target: string, body: object): Promise<T> {
  return call<T>({
    method: 'POST',
    path: '/console/api/live',
    headers: { 'X-Sfu-Target': target },
    body,
  })
}

export const CREATE_RTMP_CHANNEL = 'Service_20250901.CreateRTMPChannel'
export type CreateRtmpChannel = z.input<typeof createRtmpChannelRequest>
export type CreatedRtmpChannel = z.output<typeof createRtmpChannelResponse>

/** @throws ApiError InvalidJSON with each wrong member */
export const createRtmpChannel = (body: CreateRtmpChannel) =>
  operation<CreatedRtmpChannel>(CREATE_RTMP_CHANNEL, body)

export const deleteChannel = (channelId: string) =>
  operation<object>('Service_20180501.DeleteChannel', { channel_id: channelId })
