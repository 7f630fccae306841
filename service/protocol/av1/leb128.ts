/** Numbers of 7 bits per byte, the lowest first (AV1 specification 4.10.5). */

const MAX_LENGTH = 8
const MAX_VALUE = 0xffffffff

/**
 * Reads a number.
 * @returns the value and the offset behind it; null where it passes the end, 8 bytes or 32 bits
 */
export function readLeb128(bytes: Uint8Array, at: number): { value: number; next: number } | null {
  let value = 0
  for (let i = 0; i < MAX_LENGTH; i++) {
    const byte = bytes[at + i]
    if (byte === undefined) return null
    value += (byte & 127) * 2 ** (7 * i)
    if (byte < 128) return value > MAX_VALUE ? null : { value, next: at + i + 1 }
  }
  return null
}

/** A number in as few bytes as possible. */
export function leb128(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = value
  while (rest >= 128) {
    bytes.push(128 | (rest & 127))
    rest = Math.floor(rest / 128)
  }
  return Uint8Array.of(...bytes, rest)
}
