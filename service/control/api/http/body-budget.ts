import type { Readable } from 'node:stream'
import type { Bytes } from '../../../contract/units.ts'
import { refusal } from '../../../contract/refusal/refusal.ts'

/** One body that is being read. */
interface Reading {
  readonly body: Readable
  bytes: Bytes
}

/**
 * Bounds what the bodies that are being read hold of memory, all together. Who sends all of a body but its end would
 * hold it for as long as a request may take; so once the budget is spent, the body that has been coming in for the
 * longest is given up (408), and the newest goes on.
 */
export class BodyBudget {
  readonly #budget: Bytes
  /** Oldest first. */
  readonly #readings = new Set<Reading>()
  #held: Bytes = 0

  constructor(budget: Bytes) {
    this.#budget = budget
  }

  /** Of all bodies that are being read, so much is in memory. */
  get held(): Bytes {
    return this.#held
  }

  /** To be called before anybody reads the body, in the same turn of the event loop. */
  follow(body: Readable): void {
    const reading: Reading = { body, bytes: 0 }
    this.#readings.add(reading)
    const count = ({ length }: Buffer) => {
      reading.bytes += length
      this.#held += length
      this.#keep()
    }
    const end = () => {
      body.off('data', count)
      if (this.#readings.delete(reading)) this.#held -= reading.bytes
    }
    body.on('data', count)
    for (const event of ['end', 'close', 'error']) body.once(event, end)
  }

  #keep(): void {
    for (const { body } of this.#readings) {
      if (this.#held <= this.#budget) return
      // Whoever collects the body lets go of it; what still comes is dropped by the HTTP server.
      body.emit('error', refusal('REQUEST_TIMEOUT'))
    }
  }
}
