/** Calls of the live API, with the answer checked against its published schema. */
import {
  createArchiveDestinationResponse,
  createMultistreamChannelResponse,
  createRtmpChannelResponse,
  emptyResponse,
  getEncryptKeyResponse,
  listArchiveDestinationsResponse,
  listChannelIdsResponse,
  listPlaylistUrlsResponse,
  liveErrorResponse,
} from '../../service/contract/live-api.ts'
import type { Ready } from './service.ts'

const RESPONSES = {
  'Service_20200316.CreateMultistreamChannelWithHLS': createMultistreamChannelResponse,
  'Service_20200316.CreateMultistreamChannel': createMultistreamChannelResponse,
  'Service_20250901.CreateRTMPChannel': createRtmpChannelResponse,
  'Service_20200207.ListPlaylistURLs': listPlaylistUrlsResponse,
  'Service_20180501.DeleteChannel': emptyResponse,
  'Service_20200729.ListChannelIDs': listChannelIdsResponse,
  'Service_20200707.GetEncryptKey': getEncryptKeyResponse,
  'Service_20190205.CreateArchiveDestination': createArchiveDestinationResponse,
  'Service_20190205.DeleteArchiveDestination': emptyResponse,
  'Service_20190205.ListArchiveDestinations': listArchiveDestinationsResponse,
} as const

type Target = keyof typeof RESPONSES
type Answer<T extends Target> = ReturnType<(typeof RESPONSES)[T]['parse']>
type LiveAddress = Pick<Ready, 'live_base_url' | 'access_token'>

/** One rendition that asks for little: 360p at 30 frames/s and audio at 96 kbit/s. */
export const RENDITION_360 = {
  durationSeconds: 2,
  startTimeOffset: -2,
  video: { width: 640, height: 360, fps: 30, bps: 800_000, codec: 'h264_main' },
  audio: { bps: 96_000 },
}

export const RENDITION_720 = {
  durationSeconds: 2,
  startTimeOffset: -2,
  video: { width: 1280, height: 720, fps: 30, bps: 2_500_000, codec: 'h264_high' },
  audio: { bps: 96_000 },
}

/** What the API says where it refuses. */
export class LiveRefusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/**
 * @param headers beside those that every call has
 * @throws LiveRefusal with the API's own words when it refuses; Error when the answer breaks the schema
 */
export async function callLive<T extends Target>(
  service: LiveAddress,
  target: T,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer<T>> {
  const response = await fetch(`${service.live_base_url}/`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.access_token}`,
      'content-type': 'application/json',
      'x-sfu-target': target,
      ...headers,
    },
    body: JSON.stringify(body),
  })
  const answer: unknown = await response.json()
  if (!response.ok) {
    const { error_type, error_reason } = liveErrorResponse.parse(answer)
    const reason = `${error_type} ${JSON.stringify(error_reason)}`
    throw new LiveRefusal(response.status, `${target}: ${response.status} ${reason}`)
  }
  return RESPONSES[target].parse(answer) as Answer<T>
}

export const createRtmpChannel = (service: LiveAddress, body: object) =>
  callLive(service, 'Service_20250901.CreateRTMPChannel', body)

export const listPlaylistUrls = (service: LiveAddress, channelId: string) =>
  callLive(service, 'Service_20200207.ListPlaylistURLs', { channel_id: channelId })
