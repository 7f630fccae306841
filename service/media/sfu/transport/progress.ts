import type { TransportCause } from '../../../contract/sfu-worker.ts'
import type { Milliseconds } from '../../../contract/units.ts'
import type { Clock, Timer } from '../../../platform/clock.ts'

export interface ProgressListener {
  /** Packets can go both ways. */
  opened(took: Milliseconds): void
  /** Still not open. */
  slow(): void
  /** Once, and nothing after it. */
  ended(cause: TransportCause): void
}

const SLOW: Milliseconds = 1_500
/** The slowest browser seen on a starved machine took 1.1 s. */
const LONGEST: Milliseconds = 5_000

/**
 * What the states of a peer connection mean for a transport, from the client's answer on. A client that is
 * gone without a word is noticed by ICE consent, 30 s after its last (RFC 7675 5.1): libjuice tells of nothing before.
 */
export class Progress {
  readonly #clock: Clock
  readonly #listener: ProgressListener
  readonly #startedAt: number
  readonly #timers: Timer[]
  #state: 'connecting' | 'open' | 'ended' = 'connecting'
  #hadIce = false

  constructor(clock: Clock, listener: ProgressListener) {
    this.#clock = clock
    this.#listener = listener
    this.#startedAt = clock.now()
    this.#timers = [
      clock.after(SLOW, () => listener.slow()),
      clock.after(LONGEST, () => this.#end(this.#hadIce ? 'dtls-failed' : 'ice-timeout')),
    ]
  }

  get isOpen(): boolean {
    return this.#state === 'open'
  }

  /** @param state of the ICE transport (RTCIceConnectionState) */
  iceState(state: string): void {
    if (state === 'connected' || state === 'completed') this.#hadIce = true
  }

  /** @param state of the peer connection (RTCPeerConnectionState) */
  state(state: string): void {
    if (state === 'closed') this.#end('closed-by-peer')
    else if (state === 'failed') this.#end(this.#failure())
  }

  /** The keys are there. */
  open(): void {
    if (this.#state !== 'connecting') return
    this.#state = 'open'
    this.#cancelTimers()
    this.#listener.opened(this.#clock.now() - this.#startedAt)
  }

  /** Nothing is told any more. */
  stop(): void {
    this.#state = 'ended'
    this.#cancelTimers()
  }

  #failure(): TransportCause {
    if (this.#state === 'open') return 'disconnected'
    return this.#hadIce ? 'dtls-failed' : 'ice-failed'
  }

  #end(cause: TransportCause): void {
    if (this.#state === 'ended') return
    this.stop()
    this.#listener.ended(cause)
  }

  #cancelTimers(): void {
    for (const timer of this.#timers) timer.cancel()
  }
}
