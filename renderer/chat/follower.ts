/** The messages of one schedule, followed outside React: the screen is told when there are new ones. */
import { CHAT_PAGE, listChat, type ChatMessage } from '../api/chat.ts'

export interface ChatState {
  readonly messages: readonly ChatMessage[]
  /** True once everything that was said before is here. */
  readonly ready: boolean
  /** Why the last question was not answered; null while it was. */
  readonly error: unknown
}

/** Messages that are kept; the oldest go. */
const KEPT = 10_000
const PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 8000

const EMPTY: ChatState = { messages: [], ready: false, error: null }

/** What a follower asks, handed in for tests. */
export interface ChatEngine {
  list(scheduleId: string, after: string | null): Promise<readonly ChatMessage[]>
  /** Runs `next` after `ms` milliseconds; @returns how to call that off */
  later(ms: number, next: () => void): () => void
}

const ENGINE: ChatEngine = {
  list: listChat,
  later: (ms, next) => {
    const timer = setTimeout(next, ms)
    return () => clearTimeout(timer)
  },
}

export class ChatFollower {
  readonly #scheduleId: string
  readonly #engine: ChatEngine
  readonly #listeners = new Set<() => void>()
  #state = EMPTY
  #failures = 0
  #cancel: (() => void) | null = null
  #asking = false

  constructor(scheduleId: string, engine: ChatEngine = ENGINE) {
    this.#scheduleId = scheduleId
    this.#engine = engine
  }

  readonly state = (): ChatState => this.#state

  /** Follows while somebody listens. @returns how to stop listening */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    this.ask()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#cancel?.()
    }
  }

  /** Asks now, for example after something was sent; one question at a time. */
  ask(): void {
    if (this.#asking) return
    this.#cancel?.()
    this.#asking = true
    const after = this.#state.messages.at(-1)?.message_id ?? null
    void this.#engine
      .list(this.#scheduleId, after)
      .then(
        (messages) => this.#take(messages),
        (error: unknown) => this.#fail(error),
      )
      .then((pause) => {
        this.#asking = false
        if (this.#listeners.size > 0) this.#cancel = this.#engine.later(pause, () => this.ask())
      })
  }

  #take(messages: readonly ChatMessage[]): number {
    this.#failures = 0
    const more = messages.length === CHAT_PAGE
    if (messages.length > 0 || !this.#state.ready || this.#state.error !== null) {
      const all = messages.length === 0 ? this.#state.messages : [...this.#state.messages, ...messages]
      this.#show({ messages: all.slice(-KEPT), ready: this.#state.ready || !more, error: null })
    }
    return more ? 0 : PAUSE_MS
  }

  #fail(error: unknown): number {
    this.#failures += 1
    this.#show({ ...this.#state, error })
    return Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** this.#failures)
  }

  #show(state: ChatState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}
