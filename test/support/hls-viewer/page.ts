/**
 * Runs in the browser: viewers, each with an element and hls.js, by name. What they saw is plain JSON, taken by
 * `window.viewers`.
 */
import Hls from 'hls.js'
import type { HlsConfig } from 'hls.js'
import { trimBackBuffer } from '../../../renderer/media/back-buffer.ts'
import { holdBackByParts } from '../../../renderer/media/hold-back.ts'

/** A part of the picture, in its own pixels. */
export interface Crop {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface ViewerRequest {
  readonly url: string
  readonly config: Partial<HlsConfig>
  /** Size that the picture is drawn in, and what of it is looked at; null where nobody looks. */
  readonly picture: { readonly width: number; readonly height: number; readonly crop: Crop } | null
  /** From one look to the next. */
  readonly everyMs: number
}

/** What was shown at a moment. */
export interface Look {
  /** Milliseconds since 1970. */
  readonly at: number
  /** A character for each pixel of the crop, its green. */
  readonly pixels: string
  /** By hls.js, seconds; null before it knows. */
  readonly latency: number | null
}

/** How a player was when its picture began to stand still; seconds. */
export interface StallCircumstances {
  /** Left to play. */
  readonly buffered: number
  /** Since its playlist had something new; null before the first. */
  readonly playlistAge: number | null
  readonly latency: number
  readonly targetLatency: number | null
  /** What the library did around it, each with when, in ms from its begin. */
  readonly did: readonly string[]
}

/** The picture stood still. */
export interface Stall {
  /** When it began, milliseconds since 1970. */
  readonly at: number
  readonly ms: number
  readonly was: StallCircumstances
}

/** An error that hls.js told of. */
export interface Fault {
  readonly at: number
  readonly type: string
  readonly details: string
  readonly fatal: boolean
  readonly status: number | null
}

export interface Watched {
  readonly looks: readonly Look[]
  readonly stalls: readonly Stall[]
  readonly faults: readonly Fault[]
  /** Errors of the element itself, by their codes. */
  readonly mediaErrors: readonly number[]
  /** Times that the player had to be put on its feet again by its page. */
  readonly recoveries: readonly { readonly at: number; readonly how: string }[]
  /** Times that it jumped to the live edge, as it was far behind. */
  readonly jumps: number
  /** Since it first played, milliseconds. */
  readonly playedMs: number
  /** Seconds that the position of playing moved on by itself. */
  readonly shownSeconds: number
  readonly level: number
  readonly levelSwitches: number
  readonly frames: number
  readonly dropped: number
  /** True while hls.js plays by parts. */
  readonly isLowLatency: boolean
}

/** A picture that stands still for less is a late one. */
const STALL_MS = 250
const TICK_MS = 50
const KEEP_UP_MS = 1000
/** Of what the library did, the newest that is kept. */
const REMARKS = 90

class Viewer {
  readonly #video = document.createElement('video')
  readonly #canvas = document.createElement('canvas')
  readonly #request: ViewerRequest
  #hls: Hls
  #looks: Look[] = []
  #stalls: Stall[] = []
  #faults: Fault[] = []
  #mediaErrors: number[] = []
  #recoveries: { at: number; how: string }[] = []
  #beganAt: number | null = null
  #movedAt = 0
  #position = 0
  #shownSeconds = 0
  #stalledAs: Omit<StallCircumstances, 'did'> | null = null
  #playlistAt: number | null = null
  readonly #remarks: { readonly at: number; readonly text: string }[] = []
  #switches = 0
  #jumps = 0

  constructor(request: ViewerRequest) {
    this.#request = request
    Object.assign(this.#video, { muted: true, autoplay: true, playsInline: true, width: 640, height: 360 })
    document.body.append(this.#video)
    this.#video.addEventListener('error', () => this.#mediaErrors.push(this.#video.error?.code ?? 0))
    this.#hls = this.#open()
    setInterval(() => this.#tick(), TICK_MS)
    setInterval(() => this.#keepUp(), KEEP_UP_MS)
    if (request.picture) setInterval(() => this.#look(), request.everyMs)
  }

  /** What was seen since it was taken last; counts go on. */
  take(): Watched {
    const { totalVideoFrames: frames, droppedVideoFrames: dropped } = this.#video.getVideoPlaybackQuality()
    const watched: Watched = {
      ...{ looks: this.#looks, stalls: this.#stalls, faults: this.#faults },
      ...{ mediaErrors: this.#mediaErrors, recoveries: this.#recoveries },
      ...{
        frames,
        dropped,
        level: this.#hls.currentLevel,
        levelSwitches: this.#switches,
        jumps: this.#jumps,
      },
      playedMs: this.#beganAt === null ? 0 : Date.now() - this.#beganAt,
      shownSeconds: this.#shownSeconds,
      isLowLatency: (this.#hls.latestLevelDetails?.partList?.length ?? 0) > 0,
    }
    this.#looks = []
    this.#stalls = []
    this.#faults = []
    this.#mediaErrors = []
    this.#recoveries = []
    return watched
  }

  #open(): Hls {
    const hls = new Hls(this.#request.config)
    hls.on(Hls.Events.ERROR, (_, { type, details, fatal, response }) => {
      this.#remark(`${details}${fatal ? ', fatal' : ''}`)
      this.#faults.push({ at: Date.now(), type, details, fatal, status: response?.code ?? null })
      if (fatal) this.#recover(type)
    })
    hls.on(Hls.Events.FRAG_LOADING, (_, { frag, part }) => {
      this.#remark(`loads ${frag.type} ${frag.sn}.${part?.index ?? 'whole'}`)
    })
    hls.on(Hls.Events.FRAG_LOADED, (_, { frag, part }) => {
      const { total, loading } = part?.stats ?? frag.stats
      const took = `${(loading.end - loading.start).toFixed(0)} ms, first byte ${(loading.first - loading.start).toFixed(0)} ms`
      this.#remark(`loaded ${frag.type} ${frag.sn}.${part?.index ?? 'whole'}: ${total} bytes in ${took}`)
    })
    hls.on(Hls.Events.LEVEL_UPDATED, (_, { details }) => {
      if (details.advanced) this.#playlistAt = Date.now()
      this.#remark(
        `playlist ${details.lastPartSn}.${details.lastPartIndex}, ${details.advanced ? 'new' : 'old'}`,
      )
    })
    hls.on(Hls.Events.LEVEL_SWITCHED, () => (this.#switches += 1))
    trimBackBuffer(hls, this.#video, Hls.Events)
    holdBackByParts(hls, Hls.Events)
    hls.loadSource(this.#request.url)
    hls.attachMedia(this.#video)
    return hls
  }

  /** As the documentation of hls.js advises pages to: media errors are recovered, after others it begins anew. */
  #recover(type: string): void {
    const isOfMedia = type === (Hls.ErrorTypes.MEDIA_ERROR as string)
    this.#recoveries.push({ at: Date.now(), how: isOfMedia ? 'media' : 'begun anew' })
    if (isOfMedia) return this.#hls.recoverMediaError()
    this.#hls.destroy()
    setTimeout(() => (this.#hls = this.#open()), 1000)
  }

  /**
   * What is further behind than the library catches up with, as it takes that for somebody who looks back, jumps to the
   * live edge; as the console's own player does.
   */
  #keepUp(): void {
    const { latency, targetLatency, latestLevelDetails: details, liveSyncPosition } = this.#hls
    if (!details?.partList?.length || targetLatency === null || liveSyncPosition === null) return
    if (this.#video.seeking || latency - targetLatency <= targetLatency + details.targetduration) return
    this.#jumps += 1
    this.#video.currentTime = liveSyncPosition
  }

  /** Notes whether the position of playing moves; one who jumps to the live edge has not played. */
  #tick(): void {
    const { currentTime, paused, seeking } = this.#video
    if (paused && !this.#stalledAs) void this.#video.play().catch(() => undefined)
    const moved = currentTime - this.#position
    this.#position = currentTime
    const now = Date.now()
    if (moved > 0 && !seeking) {
      this.#beganAt ??= now
      if (this.#stalledAs) {
        const did = this.#remarks.map(({ at, text }) => `${at - this.#movedAt} ${text}`)
        this.#stalls.push({ at: this.#movedAt, ms: now - this.#movedAt, was: { ...this.#stalledAs, did } })
      }
      this.#stalledAs = null
      this.#movedAt = now
      if (moved < 1) this.#shownSeconds += moved
    } else if (this.#beganAt !== null && now - this.#movedAt >= STALL_MS) {
      this.#stalledAs ??= this.#circumstances(now)
    }
  }

  #circumstances(now: number): Omit<StallCircumstances, 'did'> {
    const { buffered, currentTime } = this.#video
    return {
      buffered: buffered.length > 0 ? buffered.end(buffered.length - 1) - currentTime : 0,
      playlistAge: this.#playlistAt === null ? null : (now - this.#playlistAt) / 1000,
      latency: this.#hls.latency,
      targetLatency: this.#hls.targetLatency,
    }
  }

  #remark(text: string): void {
    this.#remarks.push({ at: Date.now(), text })
    if (this.#remarks.length > REMARKS) this.#remarks.shift()
  }

  #look(): void {
    const { picture } = this.#request
    if (!picture || this.#beganAt === null || this.#stalledAs) return
    const { crop, width, height } = picture
    Object.assign(this.#canvas, { width, height })
    const drawn = this.#canvas.getContext('2d', { willReadFrequently: true })
    if (!drawn) return
    const at = Date.now()
    drawn.drawImage(this.#video, 0, 0, width, height)
    const { data } = drawn.getImageData(crop.x, crop.y, crop.width, crop.height)
    let pixels = ''
    for (let i = 1; i < data.length; i += 4) pixels += String.fromCharCode(data[i] ?? 0)
    this.#looks.push({ at, pixels, latency: this.#hls.latency || null })
  }
}

const all = new Map<string, Viewer>()

const viewers = {
  open: (name: string, request: ViewerRequest): void => void all.set(name, new Viewer(request)),
  take: (name: string): Watched | null => all.get(name)?.take() ?? null,
}

declare global {
  interface Window {
    viewers: {
      open(name: string, request: ViewerRequest): void
      take(name: string): Watched | null
    }
  }
}
window.viewers = viewers
