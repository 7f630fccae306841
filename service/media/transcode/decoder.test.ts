import { describe, expect, it } from 'vitest'
import { Decoder } from './decoder.ts'
import { silenceFfmpeg } from './native.ts'

/** A key frame of zeros, as large as its header says (RFC 6386 9.1). */
function vp8KeyFrame(width: number, height: number): Buffer {
  const frame = Buffer.alloc(4000)
  const firstPartition = 3000
  frame.writeUIntLE((firstPartition << 5) | 0x10, 0, 3)
  frame.writeUIntBE(0x9d012a, 3, 3)
  frame.writeUInt16LE(width, 6)
  frame.writeUInt16LE(height, 8)
  return frame
}

describe('Decoder', () => {
  it.each([
    [640, 360, 1],
    [16_000, 16_000, 0],
  ])('gives of %i x %i pixels: %i picture', (width, height, pictures) => {
    silenceFfmpeg()
    const decoder = new Decoder('vp8', new Uint8Array(), () => undefined)
    decoder.push({ pts: 0, dts: 0, duration: 0, key: true, data: vp8KeyFrame(width, height) })
    expect([decoder.frames, decoder.errors]).toEqual([pictures, 1 - pictures])
    decoder.close()
  })
})
