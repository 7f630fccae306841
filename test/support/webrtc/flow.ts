/** Senders of a simulation: packets over a link, and feedback of their arrival. */
import type { BitsPerSecond, Bytes, Milliseconds } from '../../../service/contract/units.ts'
import { SendEstimator } from '../../../service/media/sfu/bandwidth/send-estimator.ts'
import type { SimulatedLink } from './link.ts'

const PACKET_BYTES = 1200
const FEEDBACK_MS = 50
const FRAME_MS = 33

export interface FlowOptions {
  readonly link: SimulatedLink
  /** What the source wants to send; by default all that the estimate allows. */
  readonly rate?: (estimator: SendEstimator, nowMs: Milliseconds) => BitsPerSecond
  /** Frames in bursts instead of evenly spread packets. */
  readonly frames?: boolean
  readonly startBps?: BitsPerSecond
  readonly startsAtMs?: Milliseconds
  /** Of feedback. */
  readonly returnDelayMs?: Milliseconds
}

interface Arrival {
  readonly sequenceNumber: number
  readonly receivedAtMs: Milliseconds
}

/** A source, its estimator and a receiver that sends transport-wide feedback every 50 ms. */
export class SimulatedFlow {
  readonly estimator: SendEstimator
  readonly link: SimulatedLink
  readonly startsAtMs: Milliseconds
  /** The sender's bytes that reached the receiver. */
  receivedBytes: Bytes = 0
  readonly #options: FlowOptions
  #sequence = 65_000
  #reported = 65_000
  #creditBytes = 0
  #onTheWay: Arrival[] = []
  #reports: { readonly atMs: Milliseconds; readonly arrivals: readonly Arrival[] }[] = []

  constructor(options: FlowOptions) {
    this.#options = options
    this.link = options.link
    this.startsAtMs = options.startsAtMs ?? 0
    this.estimator = new SendEstimator({
      startBps: options.startBps ?? 500_000,
      minBps: 30_000,
      maxBps: 20_000_000,
    })
  }

  /** What happens in one ms. */
  step(nowMs: Milliseconds): void {
    if (nowMs < this.startsAtMs) return
    const rate = this.#options.rate?.(this.estimator, nowMs) ?? this.estimator.estimateBps
    this.#creditBytes += rate / 8000
    if (!this.#options.frames || nowMs % FRAME_MS === 0) {
      for (; this.#creditBytes >= PACKET_BYTES; this.#creditBytes -= PACKET_BYTES)
        this.send(PACKET_BYTES, nowMs)
    }
    if ((nowMs - this.startsAtMs) % FEEDBACK_MS === 0) this.#report(nowMs)
    const due = this.#reports[0]
    if (due && due.atMs <= nowMs) {
      this.#reports.shift()
      this.estimator.feedback(this.#reportOf(due.arrivals), nowMs)
    }
    if (nowMs % 20 === 0) this.estimator.tick(nowMs)
  }

  /** A packet besides those of the source, such as padding. */
  send(bytes: Bytes, nowMs: Milliseconds): void {
    const sequenceNumber = this.#sequence++
    this.estimator.sent(sequenceNumber & 0xffff, bytes, nowMs)
    const receivedAtMs = this.link.send(bytes, nowMs)
    if (receivedAtMs === null) return
    this.#onTheWay.push({ sequenceNumber, receivedAtMs })
    this.receivedBytes += bytes
  }

  #report(nowMs: Milliseconds): void {
    const arrivals = this.#onTheWay.filter((packet) => packet.receivedAtMs <= nowMs)
    if (arrivals.length === 0) return
    this.#onTheWay = this.#onTheWay.filter((packet) => packet.receivedAtMs > nowMs)
    this.#reports.push({ atMs: nowMs + (this.#options.returnDelayMs ?? 20), arrivals })
  }

  #reportOf(arrivals: readonly Arrival[]) {
    const last = arrivals.at(-1)?.sequenceNumber ?? this.#reported
    const times = new Map(arrivals.map((packet) => [packet.sequenceNumber, packet.receivedAtMs]))
    const first = this.#reported
    this.#reported = last + 1
    return {
      baseSequence: first & 0xffff,
      arrivals: Array.from({ length: last + 1 - first }, (_, i) => ({
        sequenceNumber: (first + i) & 0xffff,
        // What the wire format can say.
        receivedAtMs: quarters(times.get(first + i)),
      })),
    }
  }
}

function quarters(ms: Milliseconds | undefined): Milliseconds | null {
  return ms === undefined ? null : Math.round(ms * 4) / 4
}

/** Lets flows run from one time to another; `each` is called every ms. */
export function runFlows(
  flows: readonly SimulatedFlow[],
  fromMs: Milliseconds,
  untilMs: Milliseconds,
  each: (nowMs: Milliseconds) => void = () => {},
): void {
  for (let now = fromMs; now < untilMs; now++) {
    for (const flow of flows) flow.step(now)
    each(now)
  }
}
