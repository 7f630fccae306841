import type { FaultEffect, FaultFacts } from '../../contract/faults.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ArmedRules, Said } from '../../platform/faults/armed-rules.ts'
import { seededChance } from '../../platform/seeded-chance.ts'
import { DelayLine } from './delay-line.ts'
import { NetworkPath } from './network-path.ts'

export interface ImpairedPathParts {
  readonly rules: ArmedRules
  /** Whose packets these are, and in which direction. */
  readonly facts: FaultFacts['webrtc']
  readonly clock: Clock
  /** Where packets come out. @returns false where it was not taken */
  readonly deliver: (packet: Uint8Array) => boolean
}

/** One direction of a connection's packets (RTP and RTCP), and what faults do to them. */
export class ImpairedPath {
  readonly #parts: ImpairedPathParts
  readonly #line: DelayLine
  readonly #said: Said = new WeakMap()
  #effect: FaultEffect<'webrtc'> | null = null
  #path: NetworkPath | null = null

  constructor(parts: ImpairedPathParts) {
    this.#parts = parts
    this.#line = new DelayLine(parts.clock, (packet) => void parts.deliver(packet))
  }

  /**
   * @param packet of which a copy is kept where it is held up
   * @returns false where it was not taken at once; what a network loses was taken
   */
  pass(packet: Uint8Array): boolean {
    const { rules, facts, clock, deliver } = this.#parts
    const standing = rules.any('webrtc') ? rules.standing('webrtc', facts, this.#said) : null
    if (standing === null) {
      // What is on its way when the fault ends comes out before anything else does.
      if (this.#path !== null) this.#end()
      return deliver(packet)
    }
    const { effect, seed, id } = standing
    if (this.#path === null || this.#effect !== effect) {
      this.#effect = effect
      const { loss = 0, delayMs = 0, jitterMs = 0, rateBps = null } = effect
      const chance = seededChance([seed, id, facts.connectionId, facts.direction].join('/'))
      this.#path = new NetworkPath({ loss, delayMs, jitterMs, rateBps }, chance)
    }
    const sentAt = clock.passed()
    const outAt = this.#path.out(packet.length, sentAt)
    if (outAt === sentAt && this.#line.isEmpty) return deliver(packet)
    standing.hit()
    if (outAt !== null) this.#line.push(new Uint8Array(packet), outAt)
    return true
  }

  /** Nothing comes out any more. */
  close(): void {
    this.#line.close()
  }

  #end(): void {
    this.#path = null
    this.#effect = null
    this.#line.flush()
  }
}
