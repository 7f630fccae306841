/**
 * Chance, by purpose. With a seed each purpose has a sequence of its own that is the same at each run, so that one
 * choice more in one place changes nothing in another. What protects anything (keys of TLS, SRTP, archives, encrypted
 * playlists and the console's own tokens) is never drawn here.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { Bytes } from '../contract/units.ts'

export interface RandomStream {
  bytes(count: Bytes): Buffer
  /** At least `from`, below `below`; both are integers, less than 2 ** 48 apart. */
  integer(from: number, below: number): number
  /** At least 0, below 1. */
  fraction(): number
}

/** To ask the system takes as long as to write a row, so ids and tokens are drawn from what was asked for together. */
const DRAWN_TOGETHER: Bytes = 2048
const LONGEST_DRAWN: Bytes = 32
let drawn = Buffer.alloc(0)

/** Each byte is given away once. */
function drawTogether(count: Bytes): Buffer {
  if (drawn.length < count) drawn = randomBytes(DRAWN_TOGETHER)
  const bytes = drawn.subarray(0, count)
  drawn = drawn.subarray(count)
  return bytes
}

const REAL: RandomStream = {
  bytes: (count) => (count <= LONGEST_DRAWN ? drawTogether(count) : randomBytes(count)),
  integer: (from, below) => randomInt(from, below),
  fraction: () => Math.random(),
}

let seed: string | null = null
const streams = new Map<string, RandomStream>()

/**
 * Decides what follows from now on in this process, from the beginning of every sequence.
 * @param text null: chance is real again
 */
export function useSeed(text: string | null): void {
  seed = text
  streams.clear()
}

/** What is chosen for a purpose; ask for it at each choice, since a seed may have come meanwhile. */
export function randomStream(purpose: string): RandomStream {
  if (seed === null) return REAL
  const known = streams.get(purpose)
  if (known) return known
  const made = seededStream(`${seed}/${purpose}`)
  streams.set(purpose, made)
  return made
}

/**
 * For what is chosen in no order that can be relied on: with a seed it follows from `key` alone.
 * @returns at least 0, below 1
 */
export function fractionFor(purpose: string, key: string): number {
  return seed === null ? Math.random() : seededStream(`${seed}/${purpose}/${key}`).fraction()
}

/** Blocks of SHA-256 over a name and a count. */
function seededStream(name: string): RandomStream {
  let block = 0
  let left = Buffer.alloc(0)
  const bytes = (count: Bytes): Buffer => {
    while (left.length < count) {
      const next = createHash('sha256').update(`${name}/${block++}`).digest()
      left = Buffer.concat([left, next])
    }
    const taken = Buffer.from(left.subarray(0, count))
    left = left.subarray(count)
    return taken
  }
  const integer = (from: number, below: number): number => {
    const span = below - from
    const most = 2 ** 48 - (2 ** 48 % span)
    for (;;) {
      const drawn = bytes(6).readUIntBE(0, 6)
      if (drawn < most) return from + (drawn % span)
    }
  }
  return { bytes, integer, fraction: () => bytes(6).readUIntBE(0, 6) / 2 ** 48 }
}
