/** A viewer of all that a channel lists, for as long as it lists it. */
import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Milliseconds } from '../../service/contract/units.ts'
import { mediaPlaylists, segmentsOf, viewerOf } from './broadcast.ts'
import type { Viewer } from './broadcast.ts'
import { listPlaylistUrls } from './live-client.ts'
import type { RunningService } from './service.ts'

export interface KeptViewer {
  /** MD5s of what was loaded, by `<connection> <rendition>`. */
  readonly seen: ReadonlyMap<string, ReadonlySet<string>>
  /** Addresses of segments that were listed and could not be loaded while they were. */
  missed(): readonly string[]
  stop(): Promise<void>
}

export interface Watching {
  /** Between two looks. */
  readonly pauseMs: Milliseconds
  /** Each media playlist of a connection as it is loaded; null where it is not there. */
  readonly onPlaylist: (url: string, text: string | null) => void
  /** A segment that was not loaded before. */
  readonly onSegment: () => void
}

const NOTHING_TOLD: Watching = { pauseMs: 0, onPlaylist: () => undefined, onSegment: () => undefined }

/** Loads every segment that is listed, and keeps what it was. @param service the one that runs now */
export function keepWatching(
  service: () => Pick<RunningService, 'ready'>,
  channelId: string,
  { pauseMs, onPlaylist, onSegment }: Watching = NOTHING_TOLD,
): KeptViewer {
  const seen = new Map<string, Set<string>>()
  const loaded = new Set<string>()
  const asked = new Set<string>()
  const state = { stopped: false }
  /** Asked again after each wait. */
  const isStopped = () => state.stopped
  const look = async (viewer: Viewer) => {
    const { hls } = await listPlaylistUrls(service().ready, channelId)
    for (const { connection_id, playlist_url } of hls) {
      const multivariant = await viewer.text(playlist_url)
      const playlists = multivariant === null ? [] : mediaPlaylists(multivariant, playlist_url)
      for (const playlist of playlists) {
        const rendition = /r(\d+)\.m3u8/.exec(playlist)?.[1] ?? ''
        const key = `${connection_id} ${rendition}`
        const text = await viewer.text(playlist)
        onPlaylist(playlist, text)
        for (const segment of segmentsOf(text ?? '', playlist)) {
          if (loaded.has(segment)) continue
          asked.add(segment)
          const bytes = await viewer.bytes(segment).catch(() => null)
          if (bytes === null) continue
          loaded.add(segment)
          onSegment()
          seen.set(key, (seen.get(key) ?? new Set()).add(createHash('md5').update(bytes).digest('hex')))
        }
      }
    }
  }
  const running = (async () => {
    while (!isStopped()) {
      const viewer = viewerOf(service())
      try {
        while (!isStopped()) {
          await look(viewer)
          await delay(pauseMs)
        }
      } catch {
        // What is killed does not answer; the next look does.
        await delay(pauseMs)
      } finally {
        await viewer.close()
      }
    }
  })()
  return {
    seen,
    missed: () => [...asked].filter((segment) => !loaded.has(segment)),
    stop: async () => {
      state.stopped = true
      await running
    },
  }
}
