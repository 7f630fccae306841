import { writeUint16 } from '../bytes.ts'

/** Bits of a picture id of VP8 (RFC 7741 4.2) or VP9 (RFC 9628 4.2); 0 where there is none. */
export type PictureIdBits = 0 | 7 | 15

/**
 * Writes another picture id into a packet, in the bits that it has there.
 * @param at, bits as the descriptor's view told; nothing is done for 0 bits
 */
export function patchPictureId(bytes: Uint8Array, at: number, bits: PictureIdBits, pictureId: number): void {
  if (bits === 7) bytes[at] = pictureId & 0x7f
  if (bits === 15) writeUint16(bytes, at, 0x8000 | (pictureId & 0x7fff))
}
