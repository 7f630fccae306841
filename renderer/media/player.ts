/**
 * The console's own viewer: hls.js with short buffers, its figures once a second, its troubles in words.
 * It lives outside React; views subscribe.
 */
import type Hls from 'hls.js'
import type { ErrorData, HlsConfig } from 'hls.js'
import { readClock } from '../api/events/clock.ts'
import { trimBackBuffer } from './back-buffer.ts'
import { holdBackByParts } from './hold-back.ts'
import { withConsoleKeys } from './key-loader.ts'
import { measure } from './measure.ts'
import { playlistView } from './playlist-view.ts'
import { Ring } from './ring.ts'
import { overLink, SlowLink } from './slow-link.ts'
import type { PlayerState } from './types.ts'
import { wholeSegments } from './whole-segments.ts'

/** How far back the graphs go: one value a second. */
export const HISTORY_SECONDS = 180
const LOG_LENGTH = 100
const KEYS_LENGTH = 20
const RETRY_MS = 1000

/** Who plays the first segments of a broadcast as they come stalls before the next (RFC 8216 6.3.3). */
const SEGMENTS_AT_START = 3

/** Short buffers: a preview shows now, and several of them share one computer. Seconds. */
const CONFIG: Partial<HlsConfig> = {
  enableWorker: false,
  capLevelToPlayerSize: true,
  initialLiveManifestSize: SEGMENTS_AT_START,
  // Plays parts where there are some; and catches up quietly after a slow moment, which the library does in this
  // mode only.
  lowLatencyMode: true,
  maxLiveSyncPlaybackRate: 1.1,
  maxBufferLength: 12,
  maxMaxBufferLength: 20,
}

const INITIAL: PlayerState = {
  status: { kind: 'loading' },
  levels: [],
  chosenLevel: -1,
  playingLevel: -1,
  paused: false,
  muted: true,
  stalls: 0,
  lastError: null,
  sample: null,
  playlist: null,
  keys: [],
  log: [],
}

export class Player {
  readonly latency = new Ring(HISTORY_SECONDS)
  readonly target = new Ring(HISTORY_SECONDS)
  readonly buffer = new Ring(HISTORY_SECONDS)
  /** When the playing level changed, milliseconds since 1970. */
  readonly levelChanges: number[] = []
  readonly #link = new SlowLink()
  readonly #video: HTMLVideoElement
  readonly #url: string
  readonly #inParts: boolean
  readonly #listeners = new Set<() => void>()
  readonly #abort = new AbortController()
  #state: PlayerState = INITIAL
  #hls: Hls | null = null
  #sampler: ReturnType<typeof setInterval> | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  #started = false
  #recoveredAt = 0
  /** Seconds; NaN where the last reload did not block. */
  #reloadWait = Number.NaN

  /**
   * @param url multivariant playlist
   * @param inParts of low latency; false: whole segments, as where there is none
   */
  constructor(video: HTMLVideoElement, url: string, inParts = true) {
    this.#video = video
    this.#url = url
    this.#inParts = inParts
    this.#watchVideo()
    void this.#open()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly getState = (): PlayerState => this.#state

  destroy(): void {
    this.#abort.abort()
    clearInterval(this.#sampler)
    clearTimeout(this.#retry)
    this.#hls?.destroy()
    this.#hls = null
  }

  /** @param level number of a level, -1 for automatic */
  chooseLevel(level: number): void {
    if (this.#hls === null) return
    this.#hls.nextLevel = level
    this.#set({ chosenLevel: level })
  }

  /** @param limitBps as over a network of so many bit/s; null for the network as it is */
  limitTo(limitBps: number | null): void {
    this.#link.limitBps = limitBps
  }

  toLiveEdge(): void {
    const position = this.#hls?.liveSyncPosition
    if (typeof position === 'number') this.#video.currentTime = position
    void this.#video.play().catch(() => undefined)
  }

  togglePlay(): void {
    if (this.#video.paused) this.toLiveEdge()
    else this.#video.pause()
  }

  toggleMute(): void {
    this.setMuted(!this.#video.muted)
  }

  setMuted(muted: boolean): void {
    this.#video.muted = muted
  }

  #set(change: Partial<PlayerState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  #note(text: string): void {
    this.#set({ log: [{ at: Date.now(), text }, ...this.#state.log].slice(0, LOG_LENGTH) })
  }

  #watchVideo(): void {
    const { signal } = this.#abort
    const video = this.#video
    const on = (type: keyof HTMLMediaElementEventMap, run: () => void) =>
      video.addEventListener(type, run, { signal })
    // As it was: a player that is made anew takes no sound away.
    this.#set({ muted: video.muted })
    on('playing', () => {
      this.#started = true
      this.#set({ status: { kind: 'ready' }, paused: false })
    })
    on('pause', () => this.#set({ paused: true }))
    on('volumechange', () => this.#set({ muted: video.muted }))
    on('waiting', () => {
      // A seek waits too, and so does the start; neither is a stall.
      if (!this.#started || video.seeking) return
      this.#set({ stalls: this.#state.stalls + 1 })
      this.#note('stalled')
    })
  }

  async #open(): Promise<void> {
    const { default: Library } = await import('hls.js')
    if (this.#abort.signal.aborted) return
    if (!Library.isSupported()) return this.#set({ status: { kind: 'unsupported' } })
    const loader = withConsoleKeys(overLink(Library.DefaultConfig.loader, this.#link), (request) =>
      this.#set({ keys: [request, ...this.#state.keys].slice(0, KEYS_LENGTH) }),
    )
    const hls = new Library({ ...CONFIG, loader: this.#inParts ? loader : wholeSegments(loader) })
    this.#hls = hls
    this.#watchHls(hls, Library.Events)
    trimBackBuffer(hls, this.#video, Library.Events)
    holdBackByParts(hls, Library.Events)
    hls.loadSource(this.#url)
    hls.attachMedia(this.#video)
    this.#sampler = setInterval(() => this.#measure(hls), 1000)
  }

  #watchHls(hls: Hls, events: typeof Hls.Events): void {
    hls.on(events.MANIFEST_PARSED, (_event, { levels }) => {
      this.#set({
        levels: levels.map((level, index) => ({ index, height: level.height, bitRateBps: level.bitrate })),
      })
      void this.#video.play().catch(() => undefined)
    })
    hls.on(events.LEVEL_SWITCHED, (_event, { level }) => {
      if (this.#state.playingLevel !== -1) {
        this.levelChanges.push(Date.now())
        this.levelChanges.splice(0, this.levelChanges.length - 20)
      }
      this.#set({ playingLevel: level })
      this.#note(`level ${hls.levels[level]?.height ?? level}`)
    })
    hls.on(events.LEVEL_LOADED, (_event, { details, deliveryDirectives, stats: { loading } }) => {
      // With parts there is enough after the first segment: they are held back by, not by segments.
      hls.config.initialLiveManifestSize = details.partTarget > 0 ? 1 : SEGMENTS_AT_START
      const isBlocking = details.canBlockReload && deliveryDirectives !== null
      this.#reloadWait = isBlocking ? (loading.first - loading.start) / 1000 : Number.NaN
    })
    hls.on(events.LEVEL_UPDATED, (_event, { level, details }) => {
      if (level === hls.loadLevel) this.#set({ playlist: playlistView(level, details) })
    })
    hls.on(events.ERROR, (_event, data) => this.#failed(hls, data))
  }

  /** A playlist that does not exist yet is awaited; media errors are recovered from once in a while. */
  #failed(hls: Hls, data: ErrorData): void {
    if (isMissingPlaylist(data)) {
      if (!data.fatal) return
      this.#set({ status: { kind: 'waiting' } })
      this.#retry = setTimeout(() => hls.loadSource(this.#url), RETRY_MS)
      return
    }
    const text = `${data.details}: ${data.error.message}`
    this.#set({ lastError: text })
    this.#note(data.fatal ? `fatal: ${text}` : text)
    if (!data.fatal) return
    if (is(data.type, 'mediaError') && Date.now() - this.#recoveredAt > 30_000) {
      this.#recoveredAt = Date.now()
      hls.recoverMediaError()
      return
    }
    const keyStatus = is(data.details, 'keyLoadError') ? (data.response?.code ?? 0) : null
    hls.stopLoad()
    this.#set({ status: { kind: 'failed', cause: causeOf(data), keyStatus } })
  }

  #measure(hls: Hls): void {
    const sample = measure(hls, this.#video, readClock(), this.#reloadWait)
    this.latency.push(sample.at, sample.latency)
    this.target.push(sample.at, sample.targetLatency)
    this.buffer.push(sample.at, sample.buffer)
    this.#set({ sample })
    this.#keepUp(hls)
  }

  /**
   * Jumps where parts are played and it is so far behind that the library takes it for somebody who looks back, and
   * catches up no more: nobody looks back here.
   */
  #keepUp(hls: Hls): void {
    const { playlist, paused } = this.#state
    const { latency, targetLatency } = hls
    if (!playlist?.parts || paused || this.#video.seeking || targetLatency === null) return
    if (latency - targetLatency <= targetLatency + playlist.targetSeconds) return
    this.#note(`jumped: ${latency.toFixed(1)} s behind`)
    this.toLiveEdge()
  }
}

/** hls.js's enums are strings; their values are loaded only with the library. */
const is = (value: string, wanted: string) => value === wanted

const causeOf = ({ type }: ErrorData) =>
  is(type, 'networkError') ? 'network' : is(type, 'mediaError') ? 'media' : 'other'

const PLAYLIST_ERRORS: ReadonlySet<string> = new Set(['manifestLoadError', 'levelLoadError'])

const isMissingPlaylist = (data: ErrorData) =>
  PLAYLIST_ERRORS.has(data.details) && data.response?.code === 404
