/** CRC-32C (RFC 3720 B.4), which Google tells of every object. */
const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let crc = index
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1
  return crc
})

/** @returns base64 of the four bytes, big endian */
export function crc32c(bytes: Uint8Array): string {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  const text = Buffer.alloc(4)
  text.writeUInt32BE((crc ^ 0xffffffff) >>> 0)
  return text.toString('base64')
}
