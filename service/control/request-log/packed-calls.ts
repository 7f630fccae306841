/**
 * Calls that wait to be written, and on their way to another thread. As objects, thousands of them would be copied again
 * and again by the garbage collector, and to hand them to a thread would take as long as to write them. Who polls asks
 * and is answered the same again and again: what a call has as the one before it is there once.
 */
import type { Bytes, EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { Call } from './call.ts'
import { keptText, MAX_KEPT_BYTES } from './masking.ts'

/** Columns that the calls of a run have in common, in the order in which `eachRun` gives their values. */
export const CALL_COLUMNS = [
  ...['api', 'operation', 'system_id', 'caller', 'remote_address', 'unknown_members', 'request', 'response'],
  ...['status', 'request_cut', 'response_cut'],
]
/** Those of `CallTimes`. */
export const TIME_COLUMNS = ['at', 'duration_ms']

/** Of each call, texts come first, then numbers. */
const TEXTS = 8
const NUMBERS = 5
/** Of the numbers, the first ones are its `CallTimes`. */
const TIMES = 2
const SYSTEM = 2
/** In place of a text. */
const NONE = -1
/** Where a body is among the texts, and whether its end is missing among the numbers. */
const BODIES = [
  { text: 6, cut: 3 },
  { text: 7, cut: 4 },
] as const

/** Longest body that is kept of a caller who is not known. */
const MAX_UNKNOWN_BYTES: Bytes = 2048

export interface PackedCalls {
  readonly count: number
  readonly texts: readonly string[]
  /** Which of the texts each text of each call is; `NONE` for none. */
  readonly places: Int32Array
  readonly numbers: Float64Array
}

/** Oldest first. */
export class CallPack {
  readonly #texts: string[] = []
  readonly #places: number[] = []
  readonly #numbers: number[] = []
  #count = 0
  #unknown = 0
  #bytes: Bytes = 0
  #bytesOnDisk: Bytes = 0
  #isPacked = false

  get count(): number {
    return this.#count
  }

  /** True once its calls are masked: it takes no more. */
  get isPacked(): boolean {
    return this.#isPacked
  }

  /** Those of callers who are not known. */
  get unknown(): number {
    return this.#unknown
  }

  /** Of the bodies, about: UTF-16 units. */
  get bytes(): Bytes {
    return this.#bytes
  }

  /** Of the bodies of all calls once they are packed, about: on disk each has its own. */
  get bytesOnDisk(): Bytes {
    return this.#bytesOnDisk
  }

  /**
   * Takes a call; its bodies are held as text, for as values they take up to 80 times as much memory.
   * @throws Error where the calls are packed already: nobody would mask this one
   */
  add(call: Call): void {
    if (this.#isPacked) throw new Error('a call came after its pack was masked')
    const { api, operation, systemId, caller, remoteAddress, unknownMembers, request, response } = call
    const isUnknown = systemId === null
    const first = this.#count * TEXTS
    this.#addText(first, api)
    this.#addText(first + 1, operation)
    this.#addText(first + SYSTEM, systemId)
    this.#addText(first + 3, caller)
    this.#addText(first + 4, remoteAddress)
    this.#addText(first + 5, unknownMembers.length === 0 ? null : JSON.stringify(unknownMembers))
    this.#addBody(first + 6, request === undefined ? null : JSON.stringify(request), isUnknown)
    this.#addBody(first + 7, response, isUnknown)
    this.#numbers.push(call.at, call.durationMs, call.status, 0, 0)
    this.#count++
    if (isUnknown) this.#unknown++
  }

  /** The calls with secrets masked and bodies cut, each once. */
  packed(): PackedCalls {
    if (!this.#isPacked) BODIES.forEach(({ text, cut }) => this.#mask(text, cut))
    this.#isPacked = true
    return {
      count: this.#count,
      texts: this.#texts,
      places: Int32Array.from(this.#places),
      numbers: Float64Array.from(this.#numbers),
    }
  }

  #addText(at: number, value: string | null): void {
    const before = this.#places[at - TEXTS] ?? NONE
    if (value === null) this.#places[at] = NONE
    else if (before >= 0 && this.#texts[before] === value) this.#places[at] = before
    else this.#places[at] = this.#texts.push(value) - 1
  }

  /** Longer ones are kept of callers who are known: one that is there for both would be cut for both. */
  #addBody(at: number, value: string | null, isUnknown: boolean): void {
    const held = this.#texts.length
    const wasUnknown = this.#count > 0 && this.#isUnknown(this.#count - 1)
    if (value !== null && isUnknown !== wasUnknown) this.#places[at] = this.#texts.push(value) - 1
    else this.#addText(at, value)
    if (this.#texts.length > held) this.#bytes += value?.length ?? 0
  }

  #isUnknown(call: number): boolean {
    return this.#places[call * TEXTS + SYSTEM] === NONE
  }

  #mask(text: number, cut: number): void {
    let [last, isCut] = [NONE, 0]
    for (let i = 0; i < this.#count; i++) {
      const place = this.#places[i * TEXTS + text] ?? NONE
      if (place < 0) continue
      if (place !== last) {
        const most = this.#isUnknown(i) ? MAX_UNKNOWN_BYTES : MAX_KEPT_BYTES
        const kept = keptText(this.#texts[place] ?? '', most)
        this.#texts[place] = kept.text
        ;[last, isCut] = [place, Number(kept.cut)]
      }
      this.#numbers[i * NUMBERS + cut] = isCut
      this.#bytesOnDisk += this.#texts[place]?.length ?? 0
    }
  }
}

/** When a call was answered, and how long that took. */
export type CallTimes = readonly [at: EpochMilliseconds, durationMs: Milliseconds]

/**
 * Calls one after the other that have all but their times in common.
 * @param take is given what they have in common, in an array that it may change, and the times of each
 */
export function eachRun(
  calls: PackedCalls,
  take: (values: (string | number | null)[], times: readonly CallTimes[]) => void,
): void {
  for (let first = 0, end = 0; first < calls.count; first = end) {
    const times: CallTimes[] = []
    do times.push(timesOf(calls, end++))
    while (end < calls.count && isAsBefore(calls, end))
    take(valuesOf(calls, first), times)
  }
}

function timesOf({ numbers }: PackedCalls, call: number): CallTimes {
  return [numbers[call * NUMBERS] ?? 0, numbers[call * NUMBERS + 1] ?? 0]
}

function valuesOf({ texts, places, numbers }: PackedCalls, call: number): (string | number | null)[] {
  const values: (string | number | null)[] = []
  for (let i = 0; i < TEXTS; i++) values.push(texts[places[call * TEXTS + i] ?? NONE] ?? null)
  for (let i = TIMES; i < NUMBERS; i++) values.push(numbers[call * NUMBERS + i] ?? 0)
  return values
}

function isAsBefore({ places, numbers }: PackedCalls, call: number): boolean {
  for (let i = call * TEXTS; i < (call + 1) * TEXTS; i++) if (places[i] !== places[i - TEXTS]) return false
  for (let i = call * NUMBERS + TIMES; i < (call + 1) * NUMBERS; i++)
    if (numbers[i] !== numbers[i - NUMBERS]) return false
  return true
}
