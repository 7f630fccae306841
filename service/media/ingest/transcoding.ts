import type { AccessUnit, Track } from '../../contract/media.ts'
import type { Milliseconds, Seconds } from '../../contract/units.ts'
import type { Clock, Timer } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { LinkFrame, LinkPeer } from '../link/media-link.ts'
import type { TranscodePlan } from '../link/plan.ts'
import { TranscodingLag } from './lag.ts'
import type { Kind, SourceUnit } from './source.ts'

const NO_BYTES = new Uint8Array()

/** Transcoders that may die within {@link BUDGET_WINDOW_MS} before the broadcast is given up. */
const RESTART_BUDGET = 5
const BUDGET_WINDOW_MS: Milliseconds = 600_000
/** How long to wait before the n-th new transcoder. */
const BACKOFF_MS: readonly Milliseconds[] = [0, 250, 1000, 2000, 4000]

/** What a transcoder tells of the media that it decodes. */
type MeasuredFrame = Extract<LinkFrame, { type: 'sound-measured' | 'picture-measured' }>

export interface TranscodingOptions {
  /** A transcoder process, connected. */
  connect(): Promise<LinkPeer>
  /** The publisher's units back to a key frame, for a transcoder that starts. */
  backlog(): readonly SourceUnit[]
  /** Where pictures of a transcoder that starts begin, on the publisher's timeline; -Infinity: with the first. */
  from(): Seconds
  /** Tells whether a transcoder consumes units as they come. */
  onConsuming(consuming: boolean): void
  onTrack(kind: Kind, output: number, track: Track): void
  onUnit(kind: Kind, output: number, unit: AccessUnit): void
  /** What it decodes is like this. */
  onMeasured(frame: MeasuredFrame): void
  /** A transcoder died; another one is coming and will send tracks again. */
  onRestart(): void
  /** Transcoders died too often. */
  onGivenUp(): void
  /** Pictures can be decoded only from the next key frame on, or would be long past. */
  onKeyWanted(): void
  readonly clock: Clock
  readonly logger: Logger
}

/** Keeps one transcoder at work for a connection, and starts another when it dies. */
export class Transcoding {
  readonly #options: TranscodingOptions
  #plan: TranscodePlan | null = null
  #peer: LinkPeer | null = null
  /** What the transcoder decodes with at the moment. */
  #configs: Record<Kind, Uint8Array> = { video: NO_BYTES, audio: NO_BYTES }
  #generation = 0
  #deaths: Milliseconds[] = []
  #restarts = 0
  #retry: Timer | null = null
  #needsKey = false
  #dropped = 0
  /** While its last frames are waited for. */
  #ending: { readonly finished: () => void; readonly pause: Milliseconds; deadline: Timer } | null = null
  readonly #lag = new TranscodingLag()
  /** Ticks a second of what is made, by output. */
  readonly #timescales = new Map<number, number>()

  constructor(options: TranscodingOptions) {
    this.#options = options
  }

  /** Transcoders that died so far. */
  get restarts(): number {
    return this.#restarts
  }

  /** How much of what came is lastingly not transcoded yet; null where that is not known, or nothing is. */
  get behindMs(): Milliseconds | null {
    return this.#lag.behindMs(this.#options.clock.passed())
  }

  /** Starts with this plan, or starts anew with another one; null stops. */
  run(plan: TranscodePlan | null): void {
    this.#stopPeer()
    this.#plan = plan
    this.#options.onConsuming(false)
    if (plan) void this.#start()
  }

  push(unit: SourceUnit): void {
    if (unit.kind === this.#measured) this.#lag.came(unit.dts, this.#options.clock.passed())
    if (!this.#peer) return
    if (this.#needsKey && unit.kind === 'video') {
      if (!unit.key) {
        this.#dropped += 1
        return
      }
      this.#needsKey = false
    }
    // A transcoder that can't keep up loses whole groups of pictures, never single frames.
    if (this.#send(this.#peer, unit) || unit.kind === 'audio') return
    this.#needsKey = true
    this.#options.onKeyWanted()
  }

  /**
   * No more units, unless it is run again; resolves when the transcoder has delivered its last frame, or can't any
   * more. One that goes on delivering is waited for: on a busy computer it may be far behind.
   * @param pause how long it may deliver nothing
   */
  async end(pause: Milliseconds): Promise<void> {
    if (!this.#plan) return
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const finished = () => resolve(undefined)
    const ending = { finished, pause, deadline: this.#options.clock.after(pause, finished) }
    this.#ending = ending
    // One that is still starting is told when it has been given the backlog.
    this.#peer?.send({ type: 'end' })
    await promise
    ending.deadline.cancel()
    this.#ending = null
    this.#stopPeer()
  }

  #waitOn(): void {
    if (!this.#ending) return
    const { deadline, pause, finished } = this.#ending
    deadline.cancel()
    this.#ending.deadline = this.#options.clock.after(pause, finished)
  }

  async #start(): Promise<void> {
    const generation = ++this.#generation
    const hasKey = this.#options.backlog().some(({ kind }) => kind === 'video')
    // Asked for now, it is there when the transcoder is.
    if (this.#plan?.video && !hasKey) this.#options.onKeyWanted()
    try {
      const peer = await this.#options.connect()
      if (generation !== this.#generation || !this.#plan) {
        peer.close()
        return
      }
      this.#adopt(peer, generation, this.#plan)
    } catch (error) {
      this.#options.logger.warn({ error: String(error) }, 'no transcoder')
      if (generation === this.#generation) this.#died()
    }
  }

  #adopt(peer: LinkPeer, generation: number, plan: TranscodePlan): void {
    this.#peer = peer
    this.#needsKey = false
    peer.onFrame((frame) => {
      if (generation === this.#generation) this.#receive(frame)
    })
    peer.onClose(() => {
      if (generation === this.#generation) this.#died()
    })
    const backlog = this.#options.backlog()
    const { video, audio } = plan
    const configOf = (kind: Kind) =>
      backlog.find((unit) => unit.kind === kind)?.decoderConfig ?? plan[kind]?.decoderConfig ?? NO_BYTES
    this.#configs = { video: configOf('video'), audio: configOf('audio') }
    const from = this.#options.from()
    peer.send({
      type: 'plan',
      plan: {
        ...plan,
        video: video && {
          ...video,
          decoderConfig: this.#configs.video,
          ...(from > -Infinity && { from: Math.floor(from * 1000) }),
        },
        audio: audio && { ...audio, decoderConfig: this.#configs.audio },
      },
    })
    for (const unit of backlog) this.#send(peer, unit)
    this.#options.onConsuming(true)
    if (this.#ending) peer.send({ type: 'end' })
  }

  #send(peer: LinkPeer, unit: SourceUnit): boolean {
    const { kind, pts, dts, key, data, decoderConfig } = unit
    if (!this.#plan?.[kind]) {
      // What it does not decode tells it how long the other kind is silent.
      peer.send({ type: kind, unit: { pts, dts, key, data: NO_BYTES, duration: 0 } })
      return true
    }
    if (decoderConfig !== this.#configs[kind]) {
      this.#configs[kind] = decoderConfig
      peer.send({ type: `${kind}-config`, decoderConfig })
    }
    return peer.send({ type: kind, unit: { pts, dts, key, data, duration: 0 } })
  }

  #receive(frame: LinkFrame): void {
    if (frame.type === 'track') {
      if (frame.kind === this.#measured) this.#timescales.set(frame.index, frame.track.timescale)
      this.#options.onTrack(frame.kind, frame.index, frame.track)
    } else if (frame.type === 'unit') {
      const timescale = this.#timescales.get(frame.index)
      if (frame.kind === this.#measured && timescale !== undefined) {
        this.#lag.made(frame.index, (frame.unit.dts * 1000) / timescale, this.#options.clock.passed())
      }
      this.#options.onUnit(frame.kind, frame.index, frame.unit)
      this.#waitOn()
    } else if (frame.type === 'sound-measured' || frame.type === 'picture-measured')
      this.#options.onMeasured(frame)
    else if (frame.type === 'finished') this.#ending?.finished()
    else if (frame.type === 'failed')
      this.#options.logger.warn({ reason: frame.message }, 'transcoder failed')
  }

  /** Pictures take most, so that they are late first. */
  get #measured(): Kind | null {
    if (!this.#plan) return null
    return this.#plan.video ? 'video' : 'audio'
  }

  #forgetLag(): void {
    this.#lag.restarted()
    this.#timescales.clear()
  }

  #died(): void {
    const { clock, logger } = this.#options
    this.#forgetLag()
    this.#peer = null
    this.#generation += 1
    if (this.#ending) {
      this.#ending.finished()
      return
    }
    this.#options.onConsuming(false)
    this.#restarts += 1
    const now = clock.passed()
    this.#deaths = [...this.#deaths.filter((at) => now - at < BUDGET_WINDOW_MS), now]
    if (this.#deaths.length > RESTART_BUDGET) {
      logger.error({ deaths: this.#deaths.length }, 'transcoders died too often')
      this.#plan = null
      this.#options.onGivenUp()
      return
    }
    logger.warn({ deaths: this.#deaths.length, dropped: this.#dropped }, 'transcoder lost, starting another')
    this.#options.onRestart()
    const delay = BACKOFF_MS[this.#deaths.length - 1] ?? 4000
    if (delay === 0) void this.#start()
    else this.#retry = clock.after(delay, () => void this.#start())
  }

  #stopPeer(): void {
    this.#forgetLag()
    this.#generation += 1
    this.#retry?.cancel()
    this.#peer?.close()
    this.#peer = null
  }
}
