import { hasEnded, mediaPlaylists, onAir, viewerOf } from '../support/broadcast.ts'
import { ffmpeg, makeFlv } from '../support/ffmpeg.ts'
import { probe } from '../support/hls.ts'
import type { Probed } from '../support/hls.ts'
import { RENDITION_360, createRtmpChannel } from '../support/live-client.ts'
import type { Ready } from '../support/service.ts'

/**
 * Broadcasts eight seconds of 720p by ffmpeg of this machine to an installed service, which transcodes them to
 * 360p, and reads the playlists to their end as a player does.
 * @returns what ffprobe finds in the rendition
 * @throws Error where a step does not come about
 */
export async function broadcastOnce(ready: Ready): Promise<Probed> {
  const service = { ready }
  const viewer = viewerOf(service)
  try {
    const channel = await createRtmpChannel(ready, { hls: [RENDITION_360] })
    const flv = await makeFlv({ seconds: 8, size: '1280x720', fps: 30 })
    const encoder = ffmpeg(['-re', '-i', flv, '-c', 'copy', '-f', 'flv', channel.ingest_url])
    await onAir(service, channel.channel_id, 1)
    const multivariant = await viewer.until(channel.playlist_url, "the channel's playlist")
    const { code, stderr } = await encoder.exited
    if (code !== 0) throw new Error(`ffmpeg ended with ${code}: ${stderr}`)
    const [playlist] = mediaPlaylists(multivariant, channel.playlist_url)
    if (playlist === undefined) throw new Error('the multivariant playlist names no rendition')
    await viewer.until(playlist, 'the end mark', hasEnded)
    return await probe(playlist, { ca: ready.ca_cert_file })
  } finally {
    await viewer.close()
  }
}
