import { Readable } from 'node:stream'
import type { Bytes, Milliseconds } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'
import { networkFault } from './network-fault.ts'
import { StoreError } from './store-error.ts'

export interface BodyLimits {
  /** Bytes that must come. */
  readonly count: Bytes
  readonly clock: Clock
  /** After which the HTTP client breaks a connection that stalls. */
  readonly stallMs: Milliseconds
  readonly signal: AbortSignal
}

/** Timers and the clock need not agree to the millisecond. */
const NEARLY = 0.9

/**
 * The body of an answer, which fails as a store does: with StoreError `timeout` when it was broken because it
 * stalled, `interrupted` when it breaks or ends early, and with the signal's reason when it was aborted.
 */
export function objectBody(source: Readable, limits: BodyLimits): Readable {
  const body = Readable.from(checked(source, limits), { objectMode: false })
  // One that nobody has begun to read must not hold its connection either.
  body.once('close', () => source.destroy())
  // Whoever reads is told by what it reads.
  source.on('error', () => {})
  return body
}

async function* checked(
  source: Readable,
  { count, clock, stallMs, signal }: BodyLimits,
): AsyncGenerator<Uint8Array> {
  let left = count
  let since = clock.now()
  try {
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      left -= chunk.length
      yield chunk
      since = clock.now()
    }
  } catch (error) {
    signal.throwIfAborted()
    // The client's own word for a body that it broke is the same for whatever reason.
    if (clock.now() - since < stallMs * NEARLY) throw networkFault(error)
    throw new StoreError('timeout', `Nothing came from the store for ${stallMs / 1000} s`)
  }
  if (left !== 0) throw new StoreError('interrupted', `The answer ended ${left} bytes early`)
}
