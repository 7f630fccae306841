/** Many simulated viewers of one live playlist: each asks for it once in a period and loads each new segment once. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Milliseconds } from '../../service/contract/units.ts'
import { KeptConnection } from './kept-connection.ts'
import type { Loaded } from './kept-connection.ts'

export interface CrowdOptions {
  /** Of https on this computer. */
  readonly port: number
  /** Whom they trust, PEM. */
  readonly ca: Buffer
  /** Path of the media playlist. */
  readonly playlist: string
  readonly viewers: number
  /** Shared by them, one request at a time on each; as many as there are viewers where each has its own. */
  readonly connections: number
  /** Between two questions of one viewer for the playlist: the target duration. */
  readonly period: Milliseconds
}

export interface CrowdSeen {
  playlists: number
  segments: number
  /** Of segments. */
  bytes: number
  /** Answers other than 200, and requests whose connection broke twice. */
  failed: number
  /** How often each connection had to be made again. */
  readonly broken: number[]
  /** Number of the newest segment that each viewer has loaded; -1 before the first. */
  readonly newest: number[]
}

export interface Crowd {
  readonly seen: CrowdSeen
  /** Resolves when what is under way has come. */
  stop(): Promise<CrowdSeen>
}

/** The viewers begin evenly within the first period. */
export function gather(options: CrowdOptions): Crowd {
  const { port, ca, playlist, viewers, connections, period } = options
  const seen: CrowdSeen = {
    ...{ playlists: 0, segments: 0, bytes: 0, failed: 0 },
    broken: Array<number>(connections).fill(0),
    newest: Array<number>(viewers).fill(-1),
  }
  const folder = playlist.slice(0, playlist.lastIndexOf('/') + 1)
  const begun = performance.now()
  let stopped = false
  const isOver = () => stopped

  const watch = async (which: number) => {
    const connection = new KeptConnection(port, ca)
    const load = async (path: string): Promise<Loaded | null> => {
      const loaded = await connection.get(path).catch(() => connection.get(path).catch(() => null))
      seen.broken[which] = connection.connects - 1
      if (loaded?.status === 200) return loaded
      seen.failed += 1
      return null
    }
    const look = async (viewer: number) => {
      const text = (await load(playlist))?.text ?? ''
      seen.playlists += 1
      const before = seen.newest[viewer] ?? -1
      const listed = [...text.matchAll(/^[^#\s].*\/(\d+)\.m4s$/gm)]
      // Who comes begins with the newest.
      for (const [name, number] of before === -1 ? listed.slice(-1) : listed) {
        if (Number(number) <= before) continue
        const loaded = await load(folder + name)
        seen.segments += 1
        seen.bytes += loaded?.bytes ?? 0
        seen.newest[viewer] = Number(number)
      }
    }
    const own = Array.from({ length: viewers }, (_, viewer) => viewer)
      .filter((viewer) => viewer % connections === which)
      .map((viewer) => ({ viewer, due: begun + (viewer / viewers) * period }))
    // All have the same period: who was asked for last is due last.
    for (let next = own.shift(); next && !isOver(); next = own.shift()) {
      const wait = next.due - performance.now()
      if (wait > 0) await delay(wait)
      if (isOver()) break
      await look(next.viewer)
      own.push({ viewer: next.viewer, due: Math.max(next.due + period, performance.now()) })
    }
    connection.close()
  }

  const watching = Array.from({ length: connections }, (_, which) => watch(which))
  return {
    seen,
    async stop() {
      stopped = true
      await Promise.all(watching)
      return seen
    },
  }
}
