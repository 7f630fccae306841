import { createCipheriv } from 'node:crypto'
import type { EncryptionPlan } from '../../contract/media.ts'
import type { SegmentKey } from '../../protocol/hls/media-playlist.ts'

/** AES-128-CBC with PKCS7 padding over whole segments (RFC 8216 4.3.2.4) with one connection's key. */
export class SegmentCipher {
  readonly #key: Buffer
  readonly #keyUri: string

  /** @throws TypeError when keyHex is not 32 hexadecimal digits */
  constructor(plan: EncryptionPlan) {
    if (!/^[0-9a-f]{32}$/i.test(plan.keyHex)) throw new TypeError('keyHex: must be 32 hexadecimal digits')
    this.#key = Buffer.from(plan.keyHex, 'hex')
    this.#keyUri = plan.keyUri
  }

  /** As a playlist has it. */
  keyOf(rendition: number, number: number): SegmentKey {
    return { uri: this.#keyUri, ivHex: ivOf(rendition, number).toString('hex') }
  }

  /** @param clear a segment, or a part of it: each is encrypted by itself, with the IV of the segment */
  encrypt(rendition: number, number: number, clear: Uint8Array): Uint8Array {
    const cipher = createCipheriv('aes-128-cbc', this.#key, ivOf(rendition, number))
    return Buffer.concat([cipher.update(clear), cipher.final()])
  }
}

/**
 * The IV counts: rendition and segment number, so that no two segments under one key share it. It is
 * written into the playlist, hence needs no secrecy.
 */
function ivOf(rendition: number, number: number): Buffer {
  const iv = Buffer.alloc(16)
  iv.writeUInt32BE(rendition, 8)
  iv.writeUInt32BE(number, 12)
  return iv
}
