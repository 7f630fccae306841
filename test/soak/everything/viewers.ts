/** Viewers of every channel: they load each listed segment once, and look whether playlists go back. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Milliseconds } from '../../../service/contract/units.ts'
import { readMediaPlaylist, variantUris } from '../../../service/protocol/hls/read-media-playlist.ts'
import { viewerOf } from '../../support/broadcast.ts'
import { keepWatching } from '../../support/kept-viewer.ts'
import type { KeptViewer } from '../../support/kept-viewer.ts'
import { PlaylistMemory } from '../../support/playlist-memory.ts'
import type { OnAir } from './channels.ts'
import type { Invariants } from './invariants.ts'
import type { KeptService } from './kept-service.ts'

const PAUSE_MS = 500

interface Watched {
  readonly channel: OnAir
  readonly viewer: KeptViewer
  /** Until viewers had something new again: the longest that they waited. */
  longestMs: Milliseconds
  /** What had been killed before that. */
  why: string
  lastNew: number
}

export class EveryViewer {
  readonly #service: KeptService
  readonly #invariants: Invariants
  readonly #killed: () => string
  readonly #memory = new PlaylistMemory('with other segments')
  readonly #watched: Watched[]
  readonly #channelLooks: Promise<void>[]
  #isOver = false

  /** @param killed what was killed last, in words */
  constructor(
    service: KeptService,
    channels: readonly OnAir[],
    invariants: Invariants,
    killed: () => string,
  ) {
    this.#service = service
    this.#killed = killed
    this.#invariants = invariants
    this.#watched = channels.map((channel) => this.#watch(channel))
    this.#channelLooks = channels.map((channel) => this.#lookAtChannel(channel))
  }

  /** True once every channel has had something to see. */
  get haveSeen(): boolean {
    return this.#watched.every(({ viewer }) => viewer.seen.size > 0)
  }

  /** What was loaded of renditions that are archived, as `inspectRecordings` takes it. */
  get archived(): ReadonlyMap<string, ReadonlySet<string>> {
    return new Map(
      this.#watched.filter(({ channel }) => channel.isArchived).flatMap(({ viewer }) => [...viewer.seen]),
    )
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await Promise.all([...this.#channelLooks, ...this.#watched.map(({ viewer }) => viewer.stop())])
  }

  describe(): string {
    return this.#watched
      .map(({ channel, viewer, longestMs, why }) => {
        const loaded = [...viewer.seen.values()].reduce((sum, { size }) => sum + size, 0)
        return (
          `${channel.name}: ${channel.encoder.cuts()} times cut off, ${loaded} segments loaded, ` +
          `${viewer.missed().length} not to be had, at most ${(longestMs / 1000).toFixed(1)} s until a new one came (${why})`
        )
      })
      .join('\n')
  }

  #watch(channel: OnAir): Watched {
    const viewer = keepWatching(() => this.#service, channel.id, {
      pauseMs: PAUSE_MS,
      onPlaylist: (url, text) => this.#look(url, text),
      onSegment: () => {
        const now = performance.now()
        if (now - watched.lastNew > watched.longestMs)
          Object.assign(watched, { longestMs: now - watched.lastNew, why: this.#killed() })
        watched.lastNew = now
      },
    })
    const watched: Watched = { channel, viewer, longestMs: 0, why: '', lastNew: performance.now() }
    return watched
  }

  /** The channel's own playlists, which go on over all its connections. */
  async #lookAtChannel({ id }: OnAir): Promise<void> {
    let viewer = viewerOf(this.#service)
    while (!this.#isOver) {
      await delay(PAUSE_MS)
      try {
        const url = `${this.#service.ready.media_base_url}/${id}/index.m3u8`
        const names = variantUris((await viewer.text(url)) ?? '')
        for (const name of names) {
          const address = new URL(name, url).href
          this.#look(address, await viewer.text(address))
        }
      } catch {
        // What is killed does not answer; the next look does.
        await viewer.close()
        viewer = viewerOf(this.#service)
      }
    }
    await viewer.close()
  }

  #look(address: string, text: string | null): void {
    if (text === null) return
    // Another port is the same playlist.
    const path = new URL(address).pathname
    const playlist = readMediaPlaylist(text)
    if (playlist) this.#memory.look(path, playlist)
    const wrong = this.#memory.wrong.splice(0)
    if (!playlist) wrong.push(`${path} is no media playlist: ${text.slice(0, 300)}`)
    this.#invariants.judge('playlists-forward', 1, wrong)
  }
}
