import type { Milliseconds } from '../../../contract/units.ts'
import type { Clock, Timer } from '../../../platform/clock.ts'
import { candidateAddress, hostCandidates } from './candidates.ts'
import type { CheckSource, IcePort } from './ice-port.ts'

export interface FirstCheckParts {
  readonly port: IcePort
  /** Ours. */
  readonly iceUfrag: string
  /** Where the client signals from. */
  readonly remoteAddress: string
  readonly clock: Clock
}

/** By then a check has come of who can reach us. Who tells addresses is asked there then, in case that we can reach it. */
const PATIENCE: Milliseconds = 500

/** Of one client, checks come from so many addresses; more are not looked at. */
const MOST_SOURCES = 8

/**
 * Waits until it is known where a client is: it tells the address that it signals from, or its first check comes, which
 * is left to nobody; where none comes, other addresses that it tells will do. So ours goes out before any of its checks
 * is answered. libjuice asks an address that it has learnt from a check 50 ms after it answered that; the client is done
 * with ICE then, and sends its first DTLS message again and again. What has gathered is read before libdatachannel has
 * set its MTU, now and then, and DTLS fails.
 */
export class FirstCheck {
  readonly #parts: FirstCheckParts
  readonly #came: string[] = []
  readonly #told: string[] = []
  #found: ((candidates: readonly string[]) => void) | null = null
  #patience: Timer | null = null
  #isPatient = true

  constructor(parts: FirstCheckParts) {
    this.#parts = parts
    // A client may be sooner than its answer.
    parts.port.awaitCheck(parts.iceUfrag, (source) => this.#comes(source))
  }

  /** @param found told once, of addresses of the client; at once where one is known */
  wait(found: (candidates: readonly string[]) => void): void {
    this.#found = found
    this.#patience = this.#parts.clock.after(PATIENCE, () => {
      this.#isPatient = false
      this.#look()
    })
    this.#look()
  }

  /** @param candidate a usable one that the client tells */
  told(candidate: string): void {
    this.#told.push(candidate)
    this.#look()
  }

  /** Waits no more. */
  stop(): void {
    this.#found = null
    this.#patience?.cancel()
    this.#parts.port.stopAwaiting(this.#parts.iceUfrag)
  }

  #comes({ address, port }: CheckSource): void {
    const candidates = hostCandidates([address], port).filter((one) => !this.#came.includes(one))
    if (this.#came.length < MOST_SOURCES) this.#came.push(...candidates)
    this.#look()
  }

  #look(): void {
    const found = this.#found
    if (!found || !this.#isKnown()) return
    this.stop()
    // What it came by first, as libjuice asks them 50 ms after each other.
    found([...this.#came, ...this.#told])
  }

  #isKnown(): boolean {
    if (this.#came.length > 0) return true
    const { remoteAddress } = this.#parts
    return this.#told.some((one) => !this.#isPatient || candidateAddress(one) === remoteAddress)
  }
}
