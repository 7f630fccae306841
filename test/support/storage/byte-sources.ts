import { createHash } from 'node:crypto'
import { bytesSource } from '../../../service/provider/archive/byte-source.ts'
import type { StoredObject } from '../../../service/provider/archive/provider.ts'

/** Bytes that look like media: nothing repeats, and each seed gives others. */
export function sampleBytes(length: number, seed = 1): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  let state = seed * 2_654_435_761
  for (let i = 0; i < length; i++) {
    // xorshift32 (Marsaglia)
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    bytes[i] = state
  }
  return bytes
}

export const md5Of = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex')

/** An object as a recording has it. */
export function objectOf(key: string, bytes: Uint8Array, contentType = 'video/iso.segment'): StoredObject {
  return { key, body: bytesSource(bytes), md5: md5Of(bytes), contentType }
}
