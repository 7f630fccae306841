/** What the integration tests of broadcasts share: playlists over https with the local authority. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Agent, fetch } from 'undici'
import { isAmfObject } from '../../service/protocol/amf0/value.ts'
import { callLive, listPlaylistUrls } from './live-client.ts'
import type { FlvPublisher } from '../../service/kit/rtmp/publisher.ts'
import type { RunningService } from './service.ts'
import { waitFor } from './wait-for.ts'

/** Reads what the media origin of a service serves. */
export interface Viewer {
  /** The text at the address, or null while the answer is 404. */
  text(url: string): Promise<string | null>
  /** @throws Error with the status where it is not there */
  bytes(url: string): Promise<Buffer>
  /** Waits until the playlist is there and `holds`; gives its text. */
  until(url: string, reason: string, holds?: (text: string) => boolean, timeoutMs?: number): Promise<string>
  close(): Promise<void>
}

export function viewerOf(service: Pick<RunningService, 'ready'>): Viewer {
  const dispatcher = new Agent({ connect: { ca: readFileSync(service.ready.ca_cert_file, 'utf8') } })
  const get = (url: string) => fetch(url, { dispatcher })
  const text = async (url: string) => {
    const response = await get(url)
    if (response.status === 404) return null
    if (!response.ok) throw new Error(`${url}: ${response.status}`)
    return response.text()
  }
  return {
    text,
    bytes: async (url) => {
      const response = await get(url)
      if (!response.ok) throw new Error(`${url}: ${response.status}`)
      return Buffer.from(await response.arrayBuffer())
    },
    until: (url, reason, holds = () => true, timeoutMs = 90_000) =>
      waitFor(
        async () => {
          const playlist = await text(url)
          return playlist !== null && holds(playlist) ? playlist : null
        },
        reason,
        timeoutMs,
      ),
    close: () => dispatcher.close(),
  }
}

/** Waits until the channel lists this many connections on air; gives their playlists, newest first. */
export function onAir(service: Pick<RunningService, 'ready'>, channelId: string, count: number) {
  return waitFor(
    async () => {
      const { hls } = await listPlaylistUrls(service.ready, channelId)
      return hls.length === count ? hls : null
    },
    `${count} connections on air`,
    90_000,
  )
}

/**
 * Ends the playlists of a channel without the 10 s in which its publisher may come back: it is deleted. Its
 * files stay for a minute.
 */
export async function endPlaylists(service: RunningService, channelId: string): Promise<void> {
  await callLive(service.ready, 'Service_20180501.DeleteChannel', { channel_id: channelId })
}

/** Addresses of the media playlists that a multivariant playlist names. */
export function mediaPlaylists(multivariant: string, url: string): string[] {
  const lines = multivariant.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return lines.map((line) => new URL(line, url).href)
}

/** Addresses of the segments that a media playlist names. */
export const segmentsOf = mediaPlaylists

/** Media playlists below a folder. */
export function playlistsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(^|\/)r\d+\.m3u8$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
}

export const hasEnded = (playlist: string) => playlist.includes('#EXT-X-ENDLIST')
export const hasDiscontinuity = (playlist: string) => playlist.includes('#EXT-X-DISCONTINUITY\n')

/** What the service told the encoder by onStatus. */
export function told({ client }: FlvPublisher): string[] {
  return client.received.flatMap(({ values }) => {
    const status = values[0] === 'onStatus' ? values[3] : null
    return isAmfObject(status) ? [String(status['description'])] : []
  })
}
