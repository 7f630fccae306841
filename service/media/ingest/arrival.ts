import { keptBytes } from '../../contract/media.ts'
import type { Bytes, EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { ArrivedTotals } from '../../contract/worker-protocol.ts'
import type { Clock } from '../../platform/clock.ts'
import { isIdr } from '../../protocol/h264/nal.ts'
import { SoundLag } from './lag.ts'
import { Meter } from './meter.ts'
import { Pace } from './pace.ts'
import type { ArrivedUnit, AudioSource, Kind, Source, SourceUnit, VideoSource } from './source.ts'

/** Video that was announced may have its first key frame this much later than other media. */
const KEY_PATIENCE_MS: Milliseconds = 5_000
/** Nor is it waited for while more than this waits: times may hardly go on, however much comes. */
const MOST_PENDING: Bytes = 16 * 1024 * 1024
const METER_WINDOW_MS: Milliseconds = 10_000

export interface ArrivalListener {
  /** The publisher's tracks are known; called again when a kind appears later. */
  onSource(source: Source): void
  /** A decoder configuration changed. */
  onReconfigured(kind: Kind): void
  /** @param at when it came */
  onUnit(unit: SourceUnit, at: EpochMilliseconds): void
  /** The publisher's clock jumped: what comes now has another distance to the clock of this computer. */
  onJump(): void
}

/**
 * Finds out which kinds a publisher sends, and measures them. Time 0 of the units that it hands on is the
 * first key frame's presentation, so that segments begin with it; of audio alone, its first unit.
 */
export class Arrival {
  readonly #listener: ArrivalListener
  readonly #clock: Clock
  readonly #patience: Milliseconds
  readonly #meters = { video: new Meter(METER_WINDOW_MS), audio: new Meter(METER_WINDOW_MS) }
  readonly #pace = new Pace()
  readonly #soundLag = new SoundLag()
  #announced: Source = { video: null, audio: null }
  #expected = { video: true, audio: true }
  #known = false
  #hasKey = false
  #showsVideo = false
  #hasOpenGroups = false
  #pending: { readonly unit: SourceUnit; readonly at: EpochMilliseconds }[] = []
  #pendingBytes: Bytes = 0
  #firstAt: Milliseconds | null = null
  #origin: Milliseconds = 0
  #lastMediaAt: EpochMilliseconds

  /**
   * @param patience a kind that has not shown itself after this much media is taken as not sent
   */
  constructor(listener: ArrivalListener, clock: Clock, patience: Milliseconds) {
    this.#listener = listener
    this.#clock = clock
    this.#patience = patience
    this.#lastMediaAt = clock.now()
  }

  /**
   * What viewers get. Video that has not begun when the rest does is black where it is going to be decoded anyway,
   * since who watches sound alone would not get it later; else it is there from its first key frame on.
   */
  get source(): Source {
    return this.#showsVideo ? this.#announced : { ...this.#announced, video: null }
  }

  /** What was announced of each kind, whether it has come or not. */
  get announced(): Source {
    return this.#announced
  }

  /** Over the last 10 s of media. */
  get meters(): { readonly video: Meter; readonly audio: Meter } {
    return this.#meters
  }

  /** A key frame came that decoding cannot start from; false of what cannot be passed through anyway. */
  get hasOpenGroups(): boolean {
    return this.#hasOpenGroups
  }

  /** What came so far. */
  get totals(): ArrivedTotals {
    return this.#pace.totals(this.#clock.now())
  }

  /** By how much sound lastingly comes after its picture; null where that is not known. */
  get soundBehindMs(): Milliseconds | null {
    return this.#soundLag.behindMs(this.#clock.passed())
  }

  get lastMediaAt(): EpochMilliseconds {
    return this.#lastMediaAt
  }

  /** The publisher says which kinds it is going to send. */
  expect(kinds: Readonly<Record<Kind, boolean>>): void {
    if (!this.#known) this.#expected = { ...kinds }
  }

  /** What units of the kind are from now on. */
  announceVideo(video: VideoSource): void {
    this.#announce('video', { ...this.#announced, video: keepConfig(this.#announced.video, video) })
  }

  /** What units of the kind are from now on. */
  announceAudio(audio: AudioSource): void {
    this.#announce('audio', { ...this.#announced, audio: keepConfig(this.#announced.audio, audio) })
  }

  /** The publisher's clock jumped; its timeline goes on. */
  jumped(): void {
    this.#soundLag.jumped()
    this.#listener.onJump()
  }

  /** @param unit on a timeline that goes on without jumps and begins anywhere */
  unit(arrived: ArrivedUnit): void {
    this.#lastMediaAt = this.#clock.now()
    const decoderConfig = this.#announced[arrived.kind]?.decoderConfig
    // Without its configuration a unit can't be decoded by anyone.
    if (!decoderConfig) return
    const unit = { ...arrived, decoderConfig }
    this.#firstAt ??= unit.dts
    const now = this.#clock.passed()
    this.#soundLag.add(unit.kind, unit.dts, now)
    this.#pace.add(unit.kind, unit.dts, unit.data.length, this.#lastMediaAt, now)
    this.#meters[unit.kind].add(unit.dts, unit.data.length, unit.kind === 'video' && unit.key)
    if (unit.kind === 'video' && unit.key && this.#announced.video?.passable) {
      this.#hasOpenGroups ||= !isIdr(unit.data)
    }
    if (unit.kind === 'video' && !this.#hasKey) {
      if (unit.key) this.#firstKey()
      else if (!this.#known) return this.#beginIfKnown(unit.dts)
      else return
    }
    if (this.#known) return this.#release(unit, this.#lastMediaAt)
    this.#pending.push({ unit, at: this.#lastMediaAt })
    this.#pendingBytes += keptBytes(unit)
    this.#beginIfKnown(unit.dts)
  }

  /** Nothing more comes: what still waits for a kind that did not show itself is handed on. */
  end(): void {
    if (this.#pending.length > 0) this.#begin()
  }

  #announce(kind: Kind, announced: Source): void {
    const before = this.#announced[kind]
    this.#announced = announced
    if (!this.#known || (kind === 'video' && !this.#showsVideo)) return
    if (before === null) this.#listener.onSource(this.source)
    else if (announced[kind]?.decoderConfig !== before.decoderConfig) this.#listener.onReconfigured(kind)
  }

  #firstKey(): void {
    this.#hasKey = true
    if (!this.#known || this.#showsVideo) return
    this.#showsVideo = true
    this.#listener.onSource(this.source)
  }

  #beginIfKnown(time: Milliseconds): void {
    if (this.#pending.length > 0 && this.#isKnown(time)) this.#begin()
  }

  #isKnown(time: Milliseconds): boolean {
    const waited = this.#pendingBytes > MOST_PENDING ? Infinity : time - (this.#firstAt ?? time)
    const { video, audio } = this.#announced
    const missed = (kind: Kind) => !this.#expected[kind] || waited >= this.#patience
    const videoIsKnown = this.#hasKey || (video ? waited >= KEY_PATIENCE_MS : missed('video'))
    return videoIsKnown && (audio !== null || missed('audio'))
  }

  #begin(): void {
    this.#known = true
    this.#showsVideo = this.#hasKey || this.#announced.video?.passable === null
    const pending = this.#pending
    this.#pending = []
    const key = pending.find(({ unit }) => unit.kind === 'video')
    this.#origin = (key ?? pending[0])?.unit.pts ?? 0
    this.#listener.onSource(this.source)
    for (const { unit, at } of pending) this.#release(unit, at)
  }

  #release(unit: SourceUnit, at: EpochMilliseconds): void {
    if (unit.kind === 'audio' && unit.pts < this.#origin) return
    this.#listener.onUnit({ ...unit, pts: unit.pts - this.#origin, dts: unit.dts - this.#origin }, at)
  }
}

/** An equal configuration that comes again stays the object that units have already. */
function keepConfig<Described extends VideoSource | AudioSource>(
  before: Described | null,
  after: Described,
): Described {
  const same = before !== null && Buffer.compare(before.decoderConfig, after.decoderConfig) === 0
  return same ? { ...after, decoderConfig: before.decoderConfig } : after
}
