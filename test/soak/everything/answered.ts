import { setTimeout as delay } from 'node:timers/promises'

export interface Answer {
  readonly status: number
  readonly body: unknown
}

const AGAIN_MS = 250
const UNAVAILABLE = 500
/** A limit for broken code: a service that is killed is back long before. */
const PATIENCE_MS = 120_000

export interface Answered extends Answer {
  /** False where it was asked before, and nobody knows what became of that. */
  readonly isFirst: boolean
}

/**
 * Asks again until there is an answer, as clients do whose service is killed while it works on what they asked. What
 * makes something is asked with the same idempotency key each time.
 * @throws Error with the last answer, or what broke it, where there is none for long
 */
export async function untilAnswered(ask: () => Promise<Answer>): Promise<Answered> {
  const deadline = performance.now() + PATIENCE_MS
  for (let isFirst = true; ; isFirst = false) {
    const answer = await ask().catch((error: unknown) => ({ status: Infinity, body: error }))
    if (answer.status < UNAVAILABLE) return { ...answer, isFirst }
    if (performance.now() > deadline) throw new Error('there was no answer', { cause: answer.body })
    await delay(AGAIN_MS)
  }
}
