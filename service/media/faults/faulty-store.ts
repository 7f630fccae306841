/** A store that answers as faults say. What it does not answer, or not at once, the real one does. */
import { Readable } from 'node:stream'
import type { StoreSubject } from '../../contract/archive-worker.ts'
import type { ArchiveKind } from '../../contract/archive.ts'
import type { FaultEffect, FaultFacts } from '../../contract/faults.ts'
import type { BitsPerSecond, Milliseconds } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ArmedRules } from '../../platform/faults/armed-rules.ts'
import { madeUpAnswer, madeUpSilence } from '../../provider/archive/made-up-answer.ts'
import type { ArchiveStore, ByteSource, ObjectFacts } from '../../provider/archive/provider.ts'

type Effect = FaultEffect<'store'>
type Method = FaultFacts['store']['method']

export interface FaultyStoreParts {
  readonly rules: ArmedRules
  /** Whose the store is. */
  readonly of: StoreSubject
  readonly kind: ArchiveKind
  readonly clock: Clock
  /** So long after it was asked, a store that says nothing is given up. */
  readonly stallMs: Milliseconds
}

export function faultyStore(store: ArchiveStore, parts: FaultyStoreParts): ArchiveStore {
  const { clock } = parts
  const ask = (method: Method, signal: AbortSignal) => answer(method, signal, parts)
  return {
    async put(object, options) {
      const { signal } = options
      const effect = await ask('put', signal)
      const body = slowed(object.body, rateOf(effect), (ms) => wait(clock, ms, signal))
      const facts = await store.put({ ...object, body }, options)
      // It had it, or its own check would have told; from now on it has not.
      if (effect?.kind === 'forget') await store.delete(object.key, signal)
      return facts
    },
    async stat(key, signal) {
      await ask('stat', signal)
      return store.stat(key, signal)
    },
    async read(key, range, signal) {
      const rateBps = rateOf(await ask('read', signal))
      const body = await store.read(key, range, signal)
      return rateBps === null ? body : throttled(body, rateBps, (ms) => wait(clock, ms, signal))
    },
    async *list(prefix, signal): AsyncGenerator<ObjectFacts> {
      await ask('list', signal)
      yield* store.list(prefix, signal)
    },
    async delete(key, signal) {
      await ask('delete', signal)
      await store.delete(key, signal)
    },
    async abort(key, state, signal) {
      await ask('abort', signal)
      await store.abort(key, state, signal)
    },
    async probe(signal) {
      await ask('probe', signal)
      return store.probe(signal)
    },
    close: () => store.close(),
  }
}

/**
 * What a fault does to one request, which goes on to the store where this returns.
 * @throws StoreError, or the signal's reason when it was aborted
 */
async function answer(method: Method, signal: AbortSignal, parts: FaultyStoreParts): Promise<Effect | null> {
  signal.throwIfAborted()
  const { rules, of, kind, clock, stallMs } = parts
  const effect = rules.at('store', { ...of, method })
  switch (effect?.kind) {
    case 'answer':
      throw madeUpAnswer(kind, effect.status)
    case 'never':
      await wait(clock, stallMs, signal)
      throw madeUpSilence(kind)
    case 'slow':
      await wait(clock, effect.delayMs ?? 0, signal)
      break
    case 'forget':
    case undefined:
  }
  return effect
}

const rateOf = (effect: Effect | null): BitsPerSecond | null =>
  (effect?.kind === 'slow' ? effect.rateBps : null) ?? null

const timeOf = (bytes: number, rateBps: BitsPerSecond): Milliseconds => (bytes * 8000) / rateBps

/** The network takes what was read as fast as before: it is read as slowly as it would be taken. */
function slowed(
  body: ByteSource,
  rateBps: BitsPerSecond | null,
  pause: (ms: Milliseconds) => Promise<void>,
): ByteSource {
  if (rateBps === null) return body
  return {
    size: body.size,
    async read(start, length) {
      await pause(timeOf(length, rateBps))
      return body.read(start, length)
    },
  }
}

function throttled(
  body: Readable,
  rateBps: BitsPerSecond,
  pause: (ms: Milliseconds) => Promise<void>,
): Readable {
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    for await (const piece of body as AsyncIterable<Uint8Array>) {
      await pause(timeOf(piece.length, rateBps))
      yield piece
    }
  }
  return Readable.from(pieces(), { objectMode: false }).once('close', () => body.destroy())
}

/** @throws the signal's reason when it is aborted */
function wait(clock: Clock, ms: Milliseconds, signal: AbortSignal): Promise<void> {
  if (ms <= 0) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const aborted = () => {
      timer.cancel()
      reject(signal.reason as Error)
    }
    const timer = clock.after(ms, () => {
      signal.removeEventListener('abort', aborted)
      resolve()
    })
    signal.addEventListener('abort', aborted, { once: true })
  })
}
