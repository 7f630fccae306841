import type { AccessUnit, Track } from '../../contract/media.ts'
import type { Seconds } from '../../contract/units.ts'
import type { ConnectionStream } from '../hls/connection-stream.ts'
import { Outlet } from './outlet.ts'
import { PassedTrack } from './passed-track.ts'
import type { Routing } from './routes.ts'
import type { Kind, Source, SourceUnit } from './source.ts'

const KINDS = ['video', 'audio'] as const

/** The ways of a publisher's units into its renditions: as a transcoder made them, or passed through as they are. */
export class RenditionFeeds {
  readonly #stream: ConnectionStream
  #outlets: Outlet[] = []
  #routing: Routing | null = null
  #passed: Record<Kind, PassedTrack | null> = { video: null, audio: null }
  #resumeAt: Seconds = -Infinity

  constructor(stream: ConnectionStream) {
    this.#stream = stream
  }

  /** Null before the first call of `route`. */
  get routing(): Routing | null {
    return this.#routing
  }

  /** Where all renditions go on since they were started again; -Infinity before. */
  get resumeAt(): Seconds {
    return this.#resumeAt
  }

  /** Whether anything goes into them as it comes. */
  get passes(): boolean {
    return KINDS.some((kind) => this.#passed[kind] !== null)
  }

  /** How far the furthest rendition is; -Infinity before anything was packaged. */
  get packagedUntil(): Seconds {
    return Math.max(...this.#outlets.map(({ packagedUntil }) => packagedUntil))
  }

  /**
   * Feeds the renditions so from now on; those that were fed otherwise start again, after a discontinuity, when their
   * tracks are known.
   * @param kept the publisher's latest units: what needs no transcoder is passed on from the oldest of them
   */
  route(routing: Routing, source: Source, kept: readonly SourceUnit[]): void {
    const isFirst = this.#routing === null
    this.#routing = routing
    if (isFirst) this.#outlets = routing.routes.map((route, i) => new Outlet(this.#stream, i, route))
    else this.#reopen(routing)
    this.#startPassing(routing, source, kept)
  }

  /** Another transcoder takes over: all renditions start again. @param kept as of `route` */
  restart(source: Source, kept: readonly SourceUnit[]): void {
    if (this.#routing) this.route(this.#routing, source, kept)
  }

  /** A unit of the publisher, for what needs no transcoder. */
  pass(unit: SourceUnit): void {
    for (const one of this.#passed[unit.kind]?.push(unit) ?? []) this.#giveAsItIs(unit.kind, one)
  }

  /** What the units of an output of the transcoder are from now on. */
  track(kind: Kind, output: number, track: Track): void {
    this.#eachFedBy(kind, output, (outlet) => outlet.track(track))
  }

  /** A unit of an output of the transcoder. */
  unit(kind: Kind, output: number, unit: AccessUnit): void {
    this.#eachFedBy(kind, output, (outlet) => outlet.unit(kind, unit))
  }

  /** Nothing follows: what waits to be passed on goes. */
  flush(): void {
    for (const kind of KINDS) {
      for (const unit of this.#passed[kind]?.flush() ?? []) this.#giveAsItIs(kind, unit)
    }
  }

  #reopen({ routes }: Routing): void {
    this.#resumeAt = this.packagedUntil
    this.#outlets.forEach((outlet, i) => {
      const route = routes[i]
      if (route) outlet.restart(route, this.#resumeAt)
    })
  }

  /** Outlets drop what they had. */
  #startPassing({ routes }: Routing, source: Source, kept: readonly SourceUnit[]): void {
    const passedTrack = (kind: Kind) => {
      const passable = source[kind]?.passable
      const passes = routes.some((route) => route[kind]?.from === 'source')
      return passable && passes ? new PassedTrack(passable.track) : null
    }
    this.#passed = { video: passedTrack('video'), audio: passedTrack('audio') }
    for (const kind of KINDS) {
      const passed = this.#passed[kind]
      if (passed) this.#eachPassing(kind, (outlet) => outlet.track(passed.track))
    }
    for (const unit of kept) this.pass(unit)
  }

  #giveAsItIs(kind: Kind, unit: AccessUnit): void {
    this.#eachPassing(kind, (outlet) => outlet.unit(kind, unit))
  }

  #eachFedBy(kind: Kind, output: number, run: (outlet: Outlet) => void): void {
    this.#routing?.routes.forEach((route, i) => {
      const feed = route[kind]
      const outlet = this.#outlets[i]
      if (feed?.from === 'transcoder' && feed.output === output && outlet) run(outlet)
    })
  }

  #eachPassing(kind: Kind, run: (outlet: Outlet) => void): void {
    this.#routing?.routes.forEach((route, i) => {
      const outlet = this.#outlets[i]
      if (route[kind]?.from === 'source' && outlet) run(outlet)
    })
  }
}
