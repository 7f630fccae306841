import type { Milliseconds } from '../../contract/units.ts'
import { parseFlvTag } from '../../protocol/flv/tag.ts'
import { Meter } from './meter.ts'
import { describeAudio, describeVideo } from './describe.ts'
import { Timeline } from './timeline.ts'
import type { Source, SourceUnit } from './source.ts'

/** A kind that has not shown itself after this much media is taken as not sent. */
const PATIENCE_MS: Milliseconds = 500
const METER_WINDOW_MS: Milliseconds = 10_000
const METADATA_MEMBERS = { video: 'videocodecid', audio: 'audiocodecid' } as const

type Kind = 'video' | 'audio'

export interface IncomingListener {
  /** The publisher's tracks are known; called again when a kind appears later. */
  onSource(source: Source): void
  /** A decoder configuration changed. */
  onReconfigured(kind: Kind, source: Source): void
  onUnit(unit: SourceUnit): void
  /** The publisher sends something that can't be used. */
  onUnsupported(kind: Kind, codec: string): void
}

/**
 * From RTMP messages to access units on one timeline: finds out what the publisher sends, and measures it.
 * Time 0 is the first key frame's presentation, so that segments begin with it.
 */
export class Incoming {
  readonly #listener: IncomingListener
  readonly #timeline = new Timeline()
  readonly #meters = { video: new Meter(METER_WINDOW_MS), audio: new Meter(METER_WINDOW_MS) }
  #source: Source = { video: null, audio: null }
  #expected = { video: true, audio: true }
  #known = false
  #pending: SourceUnit[] = []
  #origin: Milliseconds | null = null
  #nominalFrameRate: number | null = null

  constructor(listener: IncomingListener) {
    this.#listener = listener
  }

  get source(): Source {
    return this.#source
  }

  /** Over the last 10 s of media. */
  get meters(): { readonly video: Meter; readonly audio: Meter } {
    return this.#meters
  }

  /** @throws Error of the wire formats when a decoder configuration is broken */
  message(type: 8 | 9 | 18, timestampMs: number, payload: Buffer): void {
    const tag = parseFlvTag(type, payload)
    switch (tag.type) {
      case 'metadata':
        this.#metadata(tag.value)
        break
      case 'video-config':
        this.#configured('video', {
          ...this.#source,
          video: describeVideo(tag.decoderConfig, this.#nominalFrameRate),
        })
        break
      case 'audio-config':
        this.#configured('audio', { ...this.#source, audio: describeAudio(tag.decoderConfig) })
        break
      case 'video': {
        const dts = this.#timeline.at(timestampMs)
        this.#unit({ kind: 'video', dts, pts: dts + tag.compositionMs, key: tag.key, data: tag.data })
        break
      }
      case 'audio': {
        const dts = this.#timeline.at(timestampMs)
        this.#unit({ kind: 'audio', dts, pts: dts, key: true, data: tag.data })
        break
      }
      case 'unsupported':
        this.#listener.onUnsupported(tag.kind, tag.codec)
        break
      case 'ignored':
        break
    }
  }

  /** The encoder says what it will send before it does (onMetaData). */
  #metadata(value: Readonly<Record<string, unknown>>): void {
    const rate = value['framerate']
    if (typeof rate === 'number' && rate > 0 && rate <= 240) this.#nominalFrameRate = rate
    const has = {
      video: Object.hasOwn(value, METADATA_MEMBERS.video),
      audio: Object.hasOwn(value, METADATA_MEMBERS.audio),
    }
    if (!this.#known && (has.video || has.audio)) this.#expected = has
  }

  #configured(kind: Kind, source: Source): void {
    const before = this.#source[kind]
    const same = before !== null && equalBytes(before.track.decoderConfig, source[kind]?.track.decoderConfig)
    if (same) return
    this.#source = source
    if (!this.#known) return
    if (before === null) this.#listener.onSource(source)
    else this.#listener.onReconfigured(kind, source)
  }

  #unit(unit: SourceUnit): void {
    // Without its configuration a unit can't be decoded by anyone.
    if (this.#source[unit.kind] === null) return
    this.#meters[unit.kind].add(unit.dts, unit.data.length, unit.kind === 'video' && unit.key)
    if (this.#known) {
      this.#release(unit)
      return
    }
    this.#pending.push(unit)
    if (this.#isKnown(unit.dts)) this.#begin()
  }

  #isKnown(time: Milliseconds): boolean {
    const first = this.#pending[0]
    const waited = first !== undefined && time - first.dts >= PATIENCE_MS
    const hasKey = this.#pending.some((u) => u.kind === 'video' && u.key)
    // A video track whose first key frame is still to come is worth waiting for.
    if (this.#source.video && !hasKey) return false
    const settled = (kind: Kind) => this.#source[kind] !== null || !this.#expected[kind] || waited
    return settled('video') && settled('audio')
  }

  #begin(): void {
    this.#known = true
    const key = this.#pending.find((u) => u.kind === 'video' && u.key)
    this.#origin = (key ?? this.#pending[0])?.pts ?? 0
    this.#listener.onSource(this.#source)
    const pending = this.#pending
    this.#pending = []
    const firstVideo = key ? pending.indexOf(key) : 0
    pending.forEach((unit, i) => {
      if (unit.kind === 'audio' || i >= firstVideo) this.#release(unit)
    })
  }

  #release(unit: SourceUnit): void {
    const origin = this.#origin ?? 0
    if (unit.kind === 'audio' && unit.pts < origin) return
    this.#listener.onUnit({ ...unit, pts: unit.pts - origin, dts: unit.dts - origin })
  }
}

function equalBytes(a: Uint8Array, b: Uint8Array | undefined): boolean {
  return b !== undefined && Buffer.compare(a, b) === 0
}
