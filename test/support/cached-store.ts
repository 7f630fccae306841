/** A live broadcast that is published to a store, nginx as the cache before that, and what reaches the store. */
import { readFileSync } from 'node:fs'
import { ffmpeg, makeFlv } from './ffmpeg.ts'
import { startNginxFront } from './nginx-front.ts'
import { descendants } from './processes.ts'
import { azblobTarget } from './storage/archive-targets.ts'
import { publishingScene, stored } from './storage/publishing-contract.ts'
import { startStoreRelay } from './storage/store-relay.ts'
import { waitFor } from './wait-for.ts'

export interface CachedStore {
  /** Of nginx. */
  readonly port: number
  readonly ca: Buffer
  /** Path of the media playlist. */
  readonly playlist: string
  /** The processes of nginx. */
  nginx(): number[]
  /** How often the store was asked for each object, by the end of its name. */
  readonly asked: ReadonlyMap<string, number>
  close(): Promise<void>
}

/**
 * Azurite, which everybody may read here, with one channel of 284 × 160 in it.
 * @param seconds how long the broadcast is
 * @throws Error where there is no nginx
 */
export async function cachedStore(segmentSeconds: number, seconds: number): Promise<CachedStore> {
  const target = await azblobTarget()
  const scene = await publishingScene([target], { hls: [rendition(segmentSeconds)] })
  const [channel] = scene.channels
  if (!channel) throw new Error('nothing is published')
  const { channelId, ingestUrl } = channel
  const asked = new Map<string, number>()
  const at = new URL(target.publicUrl)
  const relay = await startStoreRelay(at.origin, {
    onAnswer: ({ method, path }) => {
      const name = path.slice(path.indexOf(channelId) + channelId.length + 1)
      if (method === 'GET') asked.set(name, (asked.get(name) ?? 0) + 1)
    },
  })
  const { dataDir, ready } = scene.service
  const origin = `${relay.url}${at.pathname}/tv`
  const front = await startNginxFront(
    { dataDir, caCertFile: ready.ca_cert_file },
    ...['--mode', 'cache', '--origin', origin],
  )
  const flv = await makeFlv({ ...{ seconds, gopSeconds: 2, size: '284x160', fps: 25 }, ...BIT_RATES })
  const sending = ffmpeg(['-re', '-i', flv, '-c', 'copy', '-f', 'flv', ingestUrl])
  await waitFor(async () => (await stored(channel, 'r0.m3u8')) !== null, 'the playlist', 60_000)
  return {
    ...{ port: Number(new URL(front.url).port), ca: readFileSync(ready.ca_cert_file), asked },
    playlist: `/${channelId}/r0.m3u8`,
    nginx: () => [front.pid, ...descendants(front.pid).map(({ pid }) => pid)],
    async close() {
      sending.kill()
      await front.stop()
      relay.close()
      await scene.close()
    },
  }
}

/** So little that ten thousand can load it on one computer. */
const BIT_RATES = { videoBps: 24_000, audioBps: 32_000 }
const rendition = (durationSeconds: number) => ({
  ...{ durationSeconds, startTimeOffset: -durationSeconds },
  video: { width: 284, height: 160, fps: 25, bps: 100_000, codec: 'h264_high' },
  audio: { bps: 96_000 },
})
