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

  /**
   * The IV counts: rendition and segment number, so that no two segments under one key share it. It is
   * written into the playlist, hence needs no secrecy.
   */
  encrypt(
    rendition: number,
    number: number,
    clear: Uint8Array,
  ): { readonly bytes: Uint8Array; readonly key: SegmentKey } {
    const iv = Buffer.alloc(16)
    iv.writeUInt32BE(rendition, 8)
    iv.writeUInt32BE(number, 12)
    const cipher = createCipheriv('aes-128-cbc', this.#key, iv)
    const bytes = Buffer.concat([cipher.update(clear), cipher.final()])
    return { bytes, key: { uri: this.#keyUri, ivHex: iv.toString('hex') } }
  }
}
