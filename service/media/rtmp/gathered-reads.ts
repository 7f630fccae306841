import type { Socket } from 'node:net'
import type { Bytes, Milliseconds } from '../../contract/units.ts'
import type { Clock, Timer } from '../../platform/clock.ts'

/** To wake less often than this saves next to nothing more. */
const LONGEST_WAIT: Milliseconds = 100
/** A pause costs as much as a wake-up or two. */
const SHORTEST_WAIT: Milliseconds = 20
/** Half of what a kernel takes for a connection before it has seen more: nobody who sends is held up. */
const MOST_GATHERED: Bytes = 32 * 1024

/**
 * Lets what a publisher sends gather in the kernel for a moment where nobody waits for it. A process that only packages
 * spends most of its time waking up for each frame; so it wakes for some of them.
 */
export class GatheredReads {
  readonly #socket: Pick<Socket, 'pause' | 'resume'>
  readonly #clock: Pick<Clock, 'after'>
  #wait: Milliseconds = 0
  #pause: Timer | null = null

  /** @param clock of real time: the network knows no other */
  constructor(socket: Pick<Socket, 'pause' | 'resume'>, clock: Pick<Clock, 'after'>) {
    this.#socket = socket
    this.#clock = clock
  }

  /**
   * How long is waited from now on: the less, the more comes.
   * @param bytes what came within `interval`
   * @param mayWait how much later media may be taken, ms
   */
  pace(bytes: Bytes, interval: Milliseconds, mayWait: Milliseconds): void {
    const wait = Math.min(mayWait, LONGEST_WAIT, (MOST_GATHERED * interval) / bytes)
    this.#wait = wait >= SHORTEST_WAIT ? wait : 0
  }

  /** Called after each read. @param full as much came as a read takes: there is more than was told by the pace */
  taken(full: boolean): void {
    if (full) this.#wait = 0
    if (this.#wait === 0 || this.#pause) return
    this.#socket.pause()
    this.#pause = this.#clock.after(this.#wait, () => {
      this.#pause = null
      this.#socket.resume()
    })
  }

  /** Reads on, and waits no more. */
  stop(): void {
    this.#wait = 0
    this.#pause?.cancel()
    this.#pause = null
  }
}
