import type { AccessUnit, Track } from '../../contract/media.ts'
import type { Seconds } from '../../contract/units.ts'
import type { ConnectionStream } from '../hls/connection-stream.ts'
import type { Route } from './routes.ts'
import type { Kind } from './source.ts'

type Packager = Pick<ConnectionStream, 'setTracks' | 'push'>

/** A transcoder that starts before the other kind's track is known must not fill memory. */
const MOST_HELD_UNITS = 4000

/**
 * One rendition's way into the packager. Holds units until each of the rendition's tracks is known. After a
 * restart it drops what was already packaged, and goes on with a key frame and the sound beside it.
 */
export class Outlet {
  readonly #stream: Packager
  readonly #rendition: number
  #route: Route
  #tracks = new Map<Kind, Track>()
  /** Until the tracks are known; then, after a restart, sound that came before its pictures. */
  #held: { kind: Kind; unit: AccessUnit }[] = []
  #open = false
  /** Media before this time was packaged before a restart. */
  #resumeAt: Seconds = -Infinity
  #skipping = false
  #packagedUntil: Seconds = -Infinity

  constructor(stream: Packager, rendition: number, route: Route) {
    this.#stream = stream
    this.#rendition = rendition
    this.#route = route
    this.#skipIfEmpty()
  }

  /** Where what it has handed on ends; -Infinity before that. */
  get packagedUntil(): Seconds {
    return this.#packagedUntil
  }

  /**
   * Starts again with other feeds: the packager is told of new tracks when they are known.
   * @param resumeAt how far the furthest rendition is: all break at one date (draft-pantos-hls-rfc8216bis 6.2.4)
   */
  restart(route: Route, resumeAt: Seconds): void {
    this.#route = route
    this.#tracks.clear()
    this.#held = []
    this.#open = false
    this.#resumeAt = resumeAt
    this.#skipping = resumeAt > -Infinity
    this.#skipIfEmpty()
  }

  track(track: Track): void {
    this.#tracks.set(track.kind, track)
    if (this.#open || !this.#isComplete()) return
    this.#open = true
    this.#stream.setTracks(this.#rendition, [...this.#tracks.values()])
    const held = this.#held
    this.#held = []
    for (const { kind, unit } of held) this.#pass(kind, unit)
  }

  unit(kind: Kind, unit: AccessUnit): void {
    if (this.#route[kind] === null) return
    if (this.#open) this.#pass(kind, unit)
    else if (this.#held.length < MOST_HELD_UNITS) this.#held.push({ kind, unit })
  }

  /** Nobody waits for a rendition that can't be made from what the publisher sends. */
  #skipIfEmpty(): void {
    if (this.#route.video === null && this.#route.audio === null) this.#stream.setTracks(this.#rendition, [])
  }

  #isComplete(): boolean {
    const kinds: Kind[] = ['video', 'audio']
    return kinds.every((kind) => this.#route[kind] === null || this.#tracks.has(kind))
  }

  #pass(kind: Kind, unit: AccessUnit): void {
    const track = this.#tracks.get(kind)
    if (!track) return
    const time = unit.pts / track.timescale
    if (!this.#skipping) this.#push(kind, unit, track)
    else if (time >= this.#resumeAt - toleranceOf(track)) this.#resume(kind, unit, track)
  }

  /** Viewers' decoders can go on only from a key frame; encoders give sound earlier than its pictures. */
  #resume(kind: Kind, unit: AccessUnit, track: Track): void {
    const hasVideo = this.#route.video !== null
    if (hasVideo && kind === 'audio') {
      if (this.#held.push({ kind, unit }) > MOST_HELD_UNITS) this.#held.shift()
      return
    }
    if (hasVideo && !unit.key) return
    this.#skipping = false
    this.#push(kind, unit, track)
    const held = this.#held
    this.#held = []
    const from = unit.pts / track.timescale
    const timescale = this.#tracks.get('audio')?.timescale ?? 1
    for (const one of held) {
      if ((one.unit.pts + one.unit.duration) / timescale > from) this.#pass(one.kind, one.unit)
    }
  }

  #push(kind: Kind, unit: AccessUnit, track: Track): void {
    const end = (unit.pts + unit.duration) / track.timescale
    if (kind === 'video' || this.#route.video === null) {
      this.#packagedUntil = Math.max(this.#packagedUntil, end)
    }
    this.#stream.push(this.#rendition, kind, unit)
  }
}

/** The picture of a moment may begin half of its duration before that, and a rounded millisecond. */
function toleranceOf(track: Track): Seconds {
  return track.kind === 'video' ? 0.5 / Math.max(1, track.frameRate) + 0.001 : 0
}
