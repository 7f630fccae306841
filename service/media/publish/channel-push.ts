/** One channel's way into one store, for as long as it has something there. */
import { join } from 'node:path'
import type { PublishPlan, PublishReport } from '../../contract/publishing.ts'
import type { StoreFault } from '../../contract/store-fault.ts'
import type { Milliseconds } from '../../contract/units.ts'
import { allOrFirstError } from '../../platform/all-or-first-error.ts'
import type { Clock, Timer } from '../../platform/clock.ts'
import type { Turns } from '../../platform/turns.ts'
import type { ArchiveStore } from '../../provider/archive/provider.ts'
import { StoreError } from '../../provider/archive/store-error.ts'
import { keptPlaylists } from './kept-playlists.ts'
import { readLiveFolder } from './live-folder.ts'
import type { LiveStream } from './live-folder.ts'
import { LeftObjects } from './left-objects.ts'
import { Place } from './place.ts'
import { retryPause } from './retry-pause.ts'
import { storedNames } from './stored-names.ts'
import type { StoredNames } from './stored-names.ts'
import { StreamPush } from './stream-push.ts'
import type { Lag } from './stream-push.ts'
import { WatchedFolders } from './watched-folders.ts'

export interface ChannelPushParts {
  readonly hlsDirectory: string
  readonly use: <T>(run: (store: ArchiveStore) => Promise<T>) => Promise<T>
  /** Shared by all channels. */
  readonly turns: Turns
  readonly clock: Clock
  /** From 0 to 1. */
  readonly random: () => number
  onReport(report: PublishReport): void
  /** Nothing of it is left there that is to go, and nothing is to come. */
  onDone(): void
}

/** Objects of a place that is given up stay so long for viewers that still load them. */
const ENDED_RETENTION: Milliseconds = 60_000
/** A segment is named by the connection's playlists and then by the channel's: one pass brings all of them. */
const SETTLE: Milliseconds = 15
/** Numbers alone are told this often at most. */
const REPORT_INTERVAL: Milliseconds = 1000
/** More segments than the one that is just on its way. */
const BEHIND_SEGMENTS = 2

/**
 * Works whenever it is woken, and where the store failed again after a pause. What it knows of the store it has from
 * the store: a process that is killed leaves nothing that another one would need.
 */
export class ChannelPush {
  readonly #plan: PublishPlan
  readonly #parts: ChannelPushParts
  readonly #end = new AbortController()
  readonly #names: StoredNames
  readonly #place: Place
  readonly #left: LeftObjects
  readonly #watched: WatchedFolders
  readonly #streams = new Map<string, StreamPush>()
  #hasLooked = false
  #isClosed = false
  #isDirty = false
  #soon: Timer | null = null
  #running: Promise<void> | null = null
  #failures = 0
  #fault: StoreFault | null = null
  /** Runs until the store that failed is asked again. */
  #pause: Timer | null = null
  #retryAt: Milliseconds | null = null
  /** When viewers got the end mark of a place that is given up. */
  #endedAt: Milliseconds | null = null
  #lag: Lag = { segments: 0, seconds: 0 }
  /** Of the channel's playlists that are over. */
  #earlierGaps = 0
  #reported = ''
  #reportedAt: Milliseconds = -Infinity

  constructor(plan: PublishPlan, parts: ChannelPushParts) {
    this.#plan = plan
    this.#parts = parts
    const { channelId, prefix, besideRecordings } = plan
    this.#names = storedNames(channelId, besideRecordings)
    this.#place = new Place({
      folder: this.#folder,
      prefix: prefix === '' ? `${channelId}/` : `${prefix}/${channelId}/`,
      ...{ names: this.#names, use: parts.use, turns: parts.turns, signal: this.#end.signal },
    })
    this.#left = new LeftObjects(this.#place, parts.clock)
    this.#watched = new WatchedFolders((name) => {
      // Segments are in folders of their own; a playlist names them when they are whole.
      if (name === null || !name.endsWith('.tmp')) this.#wakeSoon()
    })
  }

  get #folder(): string {
    return join(this.#parts.hlsDirectory, this.#plan.channelId)
  }

  /** The origin may have something else now. */
  wake(): void {
    this.#isDirty = true
    if (this.#running || this.#isClosed || this.#pause) return
    this.#running = this.#run().finally(() => (this.#running = null))
  }

  #wakeSoon(): void {
    this.#soon ??= this.#parts.clock.after(SETTLE, () => {
      this.#soon = null
      this.wake()
    })
  }

  /** As if it had not failed before. */
  tryNow(): void {
    this.#retryAt = null
    this.#failures = 0
    this.#goOn()
  }

  /** To be called about every second: a pause may be over, or a file system tell nothing. */
  async look(): Promise<void> {
    const isBusy = this.#running !== null || this.#pause !== null
    this.wake()
    if (isBusy) await this.#measure().catch(() => undefined)
  }

  /** Resolves when it has pushed what there is now, or failed to. */
  async settled(): Promise<void> {
    this.wake()
    await this.#running
  }

  /** Lets go of it as it is; resolves when nothing is on its way. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#end.abort(new StoreError('interrupted', 'It is pushed no more.', { code: 'Cancelled' }))
    this.#watched.close()
    this.#soon?.cancel()
    this.#pause?.cancel()
    await this.#running
  }

  #goOn(): void {
    this.#pause?.cancel()
    this.#pause = null
    this.wake()
  }

  /** Never rejects. */
  async #run(): Promise<void> {
    while (this.#isDirty && !this.#isClosed && !this.#pause) {
      this.#isDirty = false
      try {
        const isDone = await this.#pass()
        this.#succeeded()
        if (isDone) this.#parts.onDone()
      } catch (error) {
        this.#failed(error)
      }
    }
  }

  /** @returns true where nothing is left to be done */
  async #pass(): Promise<boolean> {
    if (!this.#hasLooked) await this.#lookAtStore()
    const live = await this.#read()
    const more = await allOrFirstError(
      live.map((stream) => this.#streamOf(stream.folder).pass(stream, this.#plan.keep)),
    )
    if (more.includes(true)) this.#isDirty = true
    this.#lag = this.#lagOf(live)
    this.#report()
    await this.#leave(live)
    const streams = [...this.#streams.values()]
    if (this.#plan.keep) this.#place.forgetAllBut(new Set(streams.flatMap(({ named }) => named)))
    else await this.#left.remove(streams, live.length > 0)
    const isEmpty = this.#plan.keep || this.#left.isEmpty
    return live.length === 0 && this.#streams.size === 0 && isEmpty && !this.#isDirty
  }

  async #lookAtStore(): Promise<void> {
    const playlists = await (this.#plan.keep
      ? keptPlaylists(this.#place, await this.#live())
      : this.#place.list())
    const byFolder = Map.groupBy(playlists, (name) => name.slice(0, name.lastIndexOf('/') + 1))
    for (const [folder, names] of byFolder) {
      const own = names.map((name) => name.slice(folder.length))
      this.#streams.set(folder, new StreamPush(this.#place, folder, own))
    }
    this.#hasLooked = true
  }

  async #read(): Promise<LiveStream[]> {
    if (this.#plan.mode === 'end') return []
    // Watched before it is read: what comes in between is told.
    const known = [...this.#streams.keys()].map((folder) => join(this.#folder, folder))
    this.#watched.set([...new Set([this.#folder, ...known])])
    const live = await this.#live()
    if (live.some(({ folder }) => !this.#streams.has(folder))) this.#isDirty = true
    return live
  }

  #live(): Promise<LiveStream[]> {
    return readLiveFolder(this.#folder, this.#names.ofUri)
  }

  #streamOf(folder: string): StreamPush {
    const stream = this.#streams.get(folder) ?? new StreamPush(this.#place, folder, [])
    this.#streams.set(folder, stream)
    return stream
  }

  /** What the origin does not serve any more goes; where it is to stay, it has its end mark. */
  async #leave(live: readonly LiveStream[]): Promise<void> {
    const isLive = new Set(live.map(({ folder }) => folder))
    const over = [...this.#streams.values()].filter(({ folder }) => !isLive.has(folder))
    const { mode, keep } = this.#plan
    if (keep || mode === 'end') for (const stream of over) await stream.end()
    if (mode === 'end' && !keep && !this.#isRetentionOver()) return
    for (const stream of over) {
      if (!keep) await stream.remove()
      if (stream.folder === '') this.#earlierGaps += stream.gaps
      this.#streams.delete(stream.folder)
    }
  }

  #isRetentionOver(): boolean {
    const now = this.#parts.clock.passed()
    this.#endedAt ??= now
    return now - this.#endedAt >= ENDED_RETENTION
  }

  #succeeded(): void {
    this.#failures = 0
    this.#fault = null
    this.#retryAt = null
    this.#report()
  }

  #failed(error: unknown): void {
    if (this.#isClosed) return
    const fault = faultOf(error)
    this.#failures += 1
    const pause = retryPause(fault, this.#failures, this.#parts.random())
    this.#fault = fault
    this.#retryAt = this.#parts.clock.passed() + pause
    // What is to be done is found out anew.
    this.#isDirty = true
    this.#report()
    this.#pause = this.#parts.clock.after(pause, () => this.#goOn())
  }

  #lagOf(live: readonly LiveStream[]): Lag {
    const lags = live.map((stream) => this.#streamOf(stream.folder).lag(stream))
    return {
      segments: Math.max(0, ...lags.map(({ segments }) => segments)),
      seconds: Math.max(0, ...lags.map(({ seconds }) => seconds)),
    }
  }

  /** While nothing can be pushed, the origin goes on. */
  async #measure(): Promise<void> {
    if (this.#plan.mode === 'end') return
    this.#lag = this.#lagOf(await this.#live())
    this.#report()
  }

  #report(): void {
    const { clock } = this.#parts
    const { channelId, destinationId, prefix } = this.#plan
    const { segments, seconds } = this.#lag
    const fault = this.#fault ?? this.#left.fault
    const behind = segments >= BEHIND_SEGMENTS ? 'behind' : 'current'
    // A connection's own playlists have the same.
    const gaps = this.#earlierGaps + (this.#streams.get('')?.gaps ?? 0)
    const state = this.#fault ? 'failing' : behind
    const kind = JSON.stringify([state, fault?.kind, gaps, this.#retryAt])
    const now = clock.passed()
    const isDue = now - this.#reportedAt >= REPORT_INTERVAL
    if (kind === this.#reported && (!isDue || state === 'current')) return
    this.#reported = kind
    this.#reportedAt = now
    this.#parts.onReport({
      place: { channelId, destinationId, prefix },
      ...{ state, gaps, fault, behindSegments: segments, behindSeconds: seconds },
      retryInMs: this.#retryAt === null ? null : Math.max(0, this.#retryAt - now),
    })
  }
}

function faultOf(error: unknown): StoreFault {
  if (error instanceof StoreError) return error.fault
  const message = error instanceof Error ? error.message : String(error)
  return new StoreError('local', message).fault
}
