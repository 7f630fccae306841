import { Readable } from 'node:stream'
import type { Bytes } from '../../contract/units.ts'

/** Small enough that progress shows and a peer that stalls is seen, large enough to cost little. */
const PIECE: Bytes = 64 * 1024

/**
 * The bytes piece by piece, as the network takes them.
 * @param onSent called with the size of each piece when it is taken
 */
export function* pieces(bytes: Uint8Array, onSent: (bytes: Bytes) => void): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) {
    const piece = bytes.subarray(at, at + PIECE)
    onSent(piece.length)
    yield piece
  }
}

/** The same as a stream. */
export function piecesStream(bytes: Uint8Array, onSent: (bytes: Bytes) => void): Readable {
  return Readable.from(pieces(bytes, onSent), { objectMode: false })
}
