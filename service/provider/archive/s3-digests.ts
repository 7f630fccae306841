/** What an entity tag of S3 says of the bytes it stands for. */
import { createHash } from 'node:crypto'

/** What an answer of S3 tells of what it has stored. */
export interface Tagged {
  readonly ETag?: string | undefined
  readonly ServerSideEncryption?: string | undefined
  readonly SSECustomerAlgorithm?: string | undefined
}

export const md5Of = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex')

export const base64Of = (hex: string): string => Buffer.from(hex, 'hex').toString('base64')

/** The tag without its quotation marks; empty where there is none, or none that is made of the bytes. */
export function tagOf(answer: Tagged): string {
  // Of what is encrypted with a key of the customer or of KMS, the tag looks like a digest but is none.
  const opaque = answer.SSECustomerAlgorithm !== undefined || answer.ServerSideEncryption?.includes('kms')
  return opaque === true ? '' : plainTag(answer)
}

/** Without its quotation marks, whatever it is made of. */
export const plainTag = (answer: Tagged): string => (answer.ETag ?? '').replaceAll('"', '')

/** 32 hexadecimal digits; null where the tag is no MD5. */
export const md5OfTag = (tag: string): string | null =>
  /^[0-9a-f]{32}$/i.test(tag) ? tag.toLowerCase() : null

/** The tag of an object that was stored in parts. @param md5s of each part, in order */
export function tagOfParts(md5s: readonly string[]): string {
  return `${md5Of(Buffer.from(md5s.join(''), 'hex'))}-${md5s.length}`
}

/**
 * Whether what is stored is what was sent; null where the tag says nothing of it.
 * @param wanted 32 hexadecimal digits, and `-` and the number of parts behind them where there are parts
 */
export function tagFits(tag: string, wanted: string): boolean | null {
  const sameForm = wanted.includes('-') ? /^[0-9a-f]{32}-\d+$/i.test(tag) : md5OfTag(tag) !== null
  return sameForm ? tag.toLowerCase() === wanted : null
}
