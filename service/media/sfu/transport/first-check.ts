import { candidateAddress, hostCandidates } from './candidates.ts'
import type { CheckSource, IcePort } from './ice-port.ts'

export interface FirstCheckParts {
  readonly port: IcePort
  /** Ours. */
  readonly iceUfrag: string
  /** Where the client signals from. */
  readonly remoteAddress: string
}

/** Of one client, checks come from so many addresses; more are not looked at. */
const MOST_SOURCES = 8

/**
 * Waits until it is known where a client is: it tells the address that it signals from, or its first check comes, which
 * is left to nobody. So ours goes out before any of its checks is answered. libjuice asks an address that it has learnt
 * from a check 50 ms after it answered that; the client is done with ICE then, and sends its first DTLS message again
 * and again. What has gathered is read before libdatachannel has set its MTU, now and then, and DTLS fails.
 */
export class FirstCheck {
  readonly #parts: FirstCheckParts
  readonly #came: string[] = []
  readonly #told: string[] = []
  #found: ((candidates: readonly string[]) => void) | null = null

  constructor(parts: FirstCheckParts) {
    this.#parts = parts
    // A client may be sooner than its answer.
    parts.port.awaitCheck(parts.iceUfrag, (source) => this.#comes(source))
  }

  /** @param found told once, of addresses of the client; at once where one is known */
  wait(found: (candidates: readonly string[]) => void): void {
    this.#found = found
    if (this.#came.length > 0) this.#end(found)
  }

  /** @param candidate a usable one that the client tells */
  told(candidate: string): void {
    this.#told.push(candidate)
    if (this.#found && candidateAddress(candidate) === this.#parts.remoteAddress) this.#end(this.#found)
  }

  /** Waits no more. */
  stop(): void {
    this.#found = null
    this.#parts.port.stopAwaiting(this.#parts.iceUfrag)
  }

  #comes({ address, port }: CheckSource): void {
    const candidates = hostCandidates([address], port).filter((one) => !this.#came.includes(one))
    if (this.#came.length < MOST_SOURCES) this.#came.push(...candidates)
    if (this.#found) this.#end(this.#found)
  }

  #end(found: (candidates: readonly string[]) => void): void {
    this.stop()
    // What it came by first, as libjuice asks them 50 ms after each other.
    found([...this.#came, ...this.#told])
  }
}
