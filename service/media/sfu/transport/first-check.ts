import { candidateAddress, hostCandidates } from './candidates.ts'
import type { CheckSource, IcePort } from './ice-port.ts'

export interface FirstCheckParts {
  readonly port: IcePort
  /** Ours. */
  readonly iceUfrag: string
  /** Where the client signals from. */
  readonly remoteAddress: string
  /** Once: ICE can begin, with these addresses of the client. */
  readonly found: (candidates: readonly string[]) => void
}

/**
 * Waits until it is known where a client is: it tells the address that it signals from, or its first check comes, which
 * is left to nobody. So ours goes out before any of its checks is answered. libjuice asks an address that it has learnt
 * from a check 50 ms after it answered that; the client is done with ICE then, and sends its first DTLS message again
 * and again. What has gathered is read before libdatachannel has set its MTU, now and then, and DTLS fails.
 */
export class FirstCheck {
  readonly #parts: FirstCheckParts
  readonly #told: string[] = []
  #isDone = false

  constructor(parts: FirstCheckParts) {
    this.#parts = parts
    parts.port.awaitCheck(parts.iceUfrag, (source) => this.#came(source))
  }

  /** @param candidate a usable one that the client tells */
  told(candidate: string): void {
    this.#told.push(candidate)
    if (candidateAddress(candidate) === this.#parts.remoteAddress) this.#found()
  }

  /** Waits no more. */
  stop(): void {
    this.#isDone = true
    this.#parts.port.stopAwaiting(this.#parts.iceUfrag)
  }

  #came({ address, port }: CheckSource): void {
    // First, as libjuice asks them 50 ms after each other.
    this.#told.unshift(...hostCandidates([address], port))
    this.#found()
  }

  #found(): void {
    if (this.#isDone) return
    this.stop()
    this.#parts.found(this.#told)
  }
}
