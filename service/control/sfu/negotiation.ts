import type { SfuRequests } from '../../contract/sfu-worker.ts'
import type { OfferMessage, ServerMessage } from '../../contract/signaling.ts'
import type { Milliseconds } from '../../contract/units.ts'
import type { Clock, Timer } from '../../platform/clock.ts'

/** From an offer to its answer. */
export const ANSWER_TIMEOUT: Milliseconds = 10_000

export interface NegotiationParts {
  readonly clock: Clock
  send(message: ServerMessage): void
  /** The next offer of the SFU. */
  reoffer(): Promise<string>
  /** Hands an answer to the SFU. */
  accept(sdp: string): Promise<SfuRequests['connection.answer'][1]>
  /**
   * Called once at most; nothing is negotiated any more.
   * @param detail what is wrong with the answer, where it is that
   */
  failed(cause: 'answer-timeout' | 'negotiation-failed', detail?: string): void
}

type Phase = 'new' | 'offered' | 'accepting' | 'idle' | 'preparing' | 'over'

/**
 * Offers and answers of one connection, one at a time, and what must not overtake an offer: who is told of
 * another's coming or going has got, or lost, its media before.
 */
export class Negotiation {
  readonly #parts: NegotiationParts
  #phase: Phase = 'new'
  #isFirst = true
  /** Later offers wait until media is connected. */
  #isOpen = false
  /** Changes that the SFU told of, and how many of them are in offers that were sent. */
  #changes = 0
  #offeredChanges = 0
  /** Messages with the number of changes that have to be offered before. */
  #held: { readonly after: number; readonly message: ServerMessage }[] = []
  #timer: Timer | null = null

  constructor(parts: NegotiationParts) {
    this.#parts = parts
  }

  /** The first offer. */
  offer(message: OfferMessage): void {
    this.#offered(message)
  }

  /** Media is connected. */
  opened(): void {
    this.#isOpen = true
    this.#advance()
  }

  /** What the connection gets has changed. */
  changed(): void {
    this.#changes++
    this.#advance()
  }

  /** False when no offer waits for such an answer: the first is an answer, those after it re-answers. */
  answered(sdp: string, isFirst: boolean): boolean {
    if (this.#phase === 'over') return true
    if (this.#phase !== 'offered' || isFirst !== this.#isFirst) return false
    this.#phase = 'accepting'
    this.#isFirst = false
    this.#timer?.cancel()
    this.#parts.accept(sdp).then(
      (reply) => ('sdpFault' in reply ? this.#fail('negotiation-failed', reply.sdpFault) : this.#accepted()),
      () => this.#fail('negotiation-failed'),
    )
    return true
  }

  /** Sends what tells of others, once what has changed until now was offered. */
  notify(message: ServerMessage): void {
    if (this.#phase === 'over') return
    if (this.#offeredChanges === this.#changes) this.#parts.send(message)
    else this.#held.push({ after: this.#changes, message })
  }

  end(): void {
    this.#phase = 'over'
    this.#timer?.cancel()
    this.#held = []
  }

  #accepted(): void {
    if (this.#phase === 'over') return
    this.#phase = 'idle'
    this.#advance()
  }

  #advance(): void {
    if (this.#phase !== 'idle' || !this.#isOpen || this.#offeredChanges === this.#changes) return
    this.#phase = 'preparing'
    // A change that is told from here on may be in this offer or not, and needs another.
    const changes = this.#changes
    this.#parts.reoffer().then(
      (sdp) => this.#reoffered(sdp, changes),
      () => this.#fail('negotiation-failed'),
    )
  }

  #reoffered(sdp: string, changes: number): void {
    if (this.#phase === 'over') return
    this.#offeredChanges = changes
    this.#offered({ type: 're-offer', sdp })
    const due = this.#held.filter(({ after }) => after <= changes)
    this.#held = this.#held.filter(({ after }) => after > changes)
    for (const { message } of due) this.#parts.send(message)
  }

  #offered(message: ServerMessage): void {
    this.#phase = 'offered'
    const cause = this.#isFirst ? 'answer-timeout' : 'negotiation-failed'
    this.#timer = this.#parts.clock.after(ANSWER_TIMEOUT, () => this.#fail(cause))
    this.#parts.send(message)
  }

  #fail(cause: 'answer-timeout' | 'negotiation-failed', detail?: string): void {
    if (this.#phase === 'over') return
    this.end()
    this.#parts.failed(cause, detail)
  }
}
