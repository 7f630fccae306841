/**
 * Puts the access units of a rendition's tracks into one order of decoding times.
 *
 * Audio outruns video by the delay of the video encoder, and a publisher may interleave badly; a cut made
 * in the order of arrival would put sound into the wrong segment or lose it. A unit therefore waits until
 * every other track has one that is not earlier. A track that has sent nothing for a while stops holding
 * the others up until it sends again. Where nothing came of any track, none is silent for that.
 */
import type { AccessUnit, Track } from '../../contract/media.ts'
import type { Milliseconds, Seconds } from '../../contract/units.ts'

type Kind = Track['kind']

/** How long others wait for a silent track; video gets more, because encoders start slowly. */
const PATIENCE_MS: Readonly<Record<Kind, Milliseconds>> = { video: 5000, audio: 2000 }
/** A pause of all tracks counts as this much of a track's silence at most. */
const LONGEST_PAUSE: Milliseconds = 1000
/** What may wait at most, whatever the clock says. */
const MAXIMUM_WAITING_SECONDS = 60
const MAXIMUM_WAITING_UNITS = 6000

interface Lane {
  readonly kind: Kind
  readonly timescale: number
  readonly units: AccessUnit[]
  /** When the last unit came, or when the other track's first did. */
  heardAt: Milliseconds | null
  delivered: boolean
}

export interface InterleaverOptions {
  readonly tracks: readonly Track[]
  /** Monotonic. */
  now(): Milliseconds
  /** Called in order of decoding times. `silent` has the tracks that nobody waits for at the moment. */
  onUnit(kind: Kind, unit: AccessUnit, silent: ReadonlySet<Kind>): void
}

/** See the head of this file. */
export class Interleaver {
  readonly #lanes: readonly Lane[]
  readonly #options: InterleaverOptions
  readonly #silent = new Set<Kind>()
  #cameAt: Milliseconds = Infinity

  constructor(options: InterleaverOptions) {
    this.#options = options
    this.#lanes = options.tracks.map(({ kind, timescale }) => ({
      kind,
      timescale,
      units: [],
      heardAt: null,
      delivered: false,
    }))
  }

  push(kind: Kind, unit: AccessUnit): void {
    const lane = this.#lanes.find((candidate) => candidate.kind === kind)
    if (!lane) return
    const now = this.#options.now()
    const pause = Math.max(0, now - this.#cameAt - LONGEST_PAUSE)
    this.#cameAt = now
    for (const other of this.#lanes) other.heardAt = other.heardAt === null ? now : other.heardAt + pause
    lane.heardAt = now
    lane.delivered = true
    this.#silent.delete(kind)
    lane.units.push(unit)
    this.#release(now)
  }

  /** Lets everything go that still waits. */
  drain(): void {
    for (const lane of this.#lanes) if (!lane.delivered) this.#silent.add(lane.kind)
    for (let lane = this.#earliest(); lane; lane = this.#earliest()) this.#emit(lane)
  }

  #release(now: Milliseconds): void {
    for (const lane of this.#lanes) {
      if (lane.units.length > 0 || lane.heardAt === null) continue
      if (now - lane.heardAt >= PATIENCE_MS[lane.kind]) this.#silent.add(lane.kind)
    }
    for (let lane = this.#earliest(); lane; lane = this.#earliest()) {
      if (!this.#isHeld(lane)) this.#emit(lane)
      else if (isOverfull(lane)) this.#giveUpWaiting()
      else return
    }
  }

  #isHeld(lane: Lane): boolean {
    return this.#lanes.some(
      (other) => other !== lane && other.units.length === 0 && !this.#silent.has(other.kind),
    )
  }

  #giveUpWaiting(): void {
    for (const lane of this.#lanes) if (lane.units.length === 0) this.#silent.add(lane.kind)
  }

  #earliest(): Lane | null {
    let earliest: Lane | null = null
    for (const lane of this.#lanes) {
      if (lane.units.length === 0) continue
      if (!earliest || headSeconds(lane) < headSeconds(earliest)) earliest = lane
    }
    return earliest
  }

  #emit(lane: Lane): void {
    const unit = lane.units.shift()
    if (unit) this.#options.onUnit(lane.kind, unit, this.#silent)
  }
}

function headSeconds(lane: Lane): Seconds {
  return (lane.units[0]?.dts ?? 0) / lane.timescale
}

function isOverfull(lane: Lane): boolean {
  const first = lane.units[0]
  const last = lane.units.at(-1)
  if (!first || !last) return false
  const waiting = Math.abs(last.dts - first.dts) / lane.timescale
  return lane.units.length > MAXIMUM_WAITING_UNITS || waiting > MAXIMUM_WAITING_SECONDS
}
