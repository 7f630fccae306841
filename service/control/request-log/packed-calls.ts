/**
 * Calls that wait to be written, and on their way to another thread. As objects, thousands of them would be copied again
 * and again by the garbage collector, and to hand them to a thread would take as long as to write them. Who polls asks
 * and is answered the same again and again: what a call has as the one before it is there once.
 */
import type { Bytes } from '../../contract/units.ts'
import type { Call } from './call.ts'
import { keptText, MAX_KEPT_BYTES } from './masking.ts'

/** Columns of a call, in the order in which `eachCall` gives their values. */
export const CALL_COLUMNS = [
  ...['api', 'operation', 'system_id', 'caller', 'remote_address', 'unknown_members', 'request', 'response'],
  ...['at', 'status', 'duration_ms', 'request_cut', 'response_cut'],
]

/** Of each call, texts come first, then numbers. */
const TEXTS = 8
const NUMBERS = 5
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

/** So many calls at most, oldest first. */
export class CallPack {
  readonly #texts: string[] = []
  readonly #places: Int32Array
  readonly #numbers: Float64Array
  #count = 0
  #unknown = 0
  #bytes: Bytes = 0
  #bytesOnDisk: Bytes = 0
  #isPacked = false

  constructor(most: number) {
    this.#places = new Int32Array(most * TEXTS)
    this.#numbers = new Float64Array(most * NUMBERS)
  }

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
    const number = this.#count * NUMBERS
    this.#numbers[number] = call.at
    this.#numbers[number + 1] = call.status
    this.#numbers[number + 2] = call.durationMs
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
      places: this.#places.slice(0, this.#count * TEXTS),
      numbers: this.#numbers.slice(0, this.#count * NUMBERS),
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

/** @param take is given the values of each call's columns, in an array that it may change and that is used again */
export function eachCall(
  { count, texts, places, numbers }: PackedCalls,
  take: (values: (string | number | null)[]) => void,
): void {
  const values = CALL_COLUMNS.map((): string | number | null => null)
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < TEXTS; j++) values[j] = texts[places[i * TEXTS + j] ?? NONE] ?? null
    for (let j = 0; j < NUMBERS; j++) values[TEXTS + j] = numbers[i * NUMBERS + j] ?? 0
    take(values)
  }
}
