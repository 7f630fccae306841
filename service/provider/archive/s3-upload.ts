import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListPartsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { Part } from '@aws-sdk/client-s3'
import { createHash } from 'node:crypto'
import type { Bytes } from '../../contract/units.ts'
import { assertUnchanged, readLocal } from './byte-source.ts'
import type { PutOptions, StoredObject, UploadState } from './provider.ts'
import type { S3Connection } from './s3-connection.ts'
import { base64Of, md5Of, md5OfTag, plainTag, tagFits, tagOf, tagOfParts } from './s3-digests.ts'
import { isUseless, StoreError } from './store-error.ts'

/** Where an object is to be. */
interface Place {
  readonly Bucket: string
  readonly Key: string
}

/** What the store has, by its own tag of the whole; null where the tag tells nothing of the bytes. */
interface Uploaded {
  readonly verified: boolean | null
}

/** One object in parts (multipart upload). A part of the state is the MD5 of its bytes, a space, and the store's tag. */
export class S3Upload {
  readonly #s3: S3Connection
  readonly #place: Place

  constructor(s3: S3Connection, place: Place) {
    this.#s3 = s3
    this.#place = place
  }

  /** @throws StoreError; what was uploaded stays for the next attempt unless it is of no use */
  async run(object: StoredObject, partBytes: Bytes, options: PutOptions): Promise<Uploaded> {
    const known = options.resume && (await this.#partsOf(options.resume, options.signal))
    if (options.resume && !known && (await this.#isThere(object, options.resume.partBytes, options.signal))) {
      return { verified: true }
    }
    const resumed = known ? options.resume : null
    const begun = resumed ?? (await this.#begin(object, partBytes, options))
    try {
      return await this.#send(object, begun, known ?? new Map<number, Part>(), options)
    } catch (error) {
      if (isUseless(error)) await this.abort(begun.uploadId, options.signal).catch(() => {})
      throw error
    }
  }

  /** One that the store does not know is aborted. */
  async abort(UploadId: string, signal: AbortSignal): Promise<void> {
    const command = new AbortMultipartUploadCommand({ ...this.#place, UploadId })
    await this.#s3.call(signal, (client, call) => client.send(command, call)).catch(unlessNotFound)
  }

  /** Uploads nothing yet. @returns what the store calls the upload */
  async create(
    {
      contentType: ContentType,
      cacheControl: CacheControl,
    }: Pick<StoredObject, 'contentType' | 'cacheControl'>,
    signal: AbortSignal,
  ): Promise<string> {
    const command = new CreateMultipartUploadCommand({ ...this.#place, ContentType, CacheControl })
    const { UploadId } = await this.#s3.call(signal, (client, call) => client.send(command, call))
    if (!UploadId) throw new StoreError('refused-request', 'The answer names no upload')
    return UploadId
  }

  async #begin(object: StoredObject, partBytes: Bytes, options: PutOptions): Promise<UploadState> {
    const uploadId = await this.create(object, options.signal)
    const state: UploadState = { uploadId, partBytes, parts: [] }
    options.onState(state)
    return state
  }

  /**
   * What the store has of an upload, by number; null when it has forgotten it. To be asked is a right of its
   * own: where the store does not tell, it is what was noted.
   */
  async #partsOf(state: UploadState, signal: AbortSignal): Promise<Map<number, Part> | null> {
    try {
      return await this.#listParts(state, signal)
    } catch (error) {
      if (!(error instanceof StoreError) || error.kind !== 'forbidden') throw error
      return new Map(state.parts.map((part, index) => [index + 1, { ETag: `"${tagOfPart(part)}"` }]))
    }
  }

  async #listParts({ uploadId }: UploadState, signal: AbortSignal): Promise<Map<number, Part> | null> {
    const parts = new Map<number, Part>()
    let PartNumberMarker: string | undefined
    do {
      const command = new ListPartsCommand({ ...this.#place, UploadId: uploadId, PartNumberMarker })
      const page = await this.#s3
        .call(signal, (client, call) => client.send(command, call))
        .catch(unlessNotFound)
      if (!page) return null
      for (const part of page.Parts ?? []) parts.set(part.PartNumber ?? 0, part)
      PartNumberMarker = page.IsTruncated === true ? page.NextPartNumberMarker : undefined
    } while (PartNumberMarker !== undefined)
    return parts
  }

  /** Whether the upload was put together before, and only the answer to it was lost. */
  async #isThere({ body, md5 }: StoredObject, partBytes: Bytes, signal: AbortSignal): Promise<boolean> {
    const command = new HeadObjectCommand(this.#place)
    const head = await this.#s3.call(signal, (client, call) => client.send(command, call)).catch(() => null)
    if (head?.ContentLength !== body.size || !tagOf(head).includes('-')) return false
    const whole = createHash('md5')
    const md5s: string[] = []
    for (let start = 0; start < body.size; start += partBytes) {
      signal.throwIfAborted()
      const bytes = await readLocal(body, start, Math.min(partBytes, body.size - start))
      whole.update(bytes)
      md5s.push(md5Of(bytes))
    }
    return tagFits(tagOf(head), tagOfParts(md5s)) === true && whole.digest('hex') === md5
  }

  /** Reads every part, sends those that the store does not have, and puts them together. */
  async #send(
    { body, md5 }: StoredObject,
    { uploadId, partBytes, parts: before }: UploadState,
    stored: ReadonlyMap<number, Part>,
    options: PutOptions,
  ): Promise<Uploaded> {
    const whole = createHash('md5')
    const md5s: string[] = []
    const parts: string[] = []
    for (let start = 0; start < body.size; start += partBytes) {
      options.signal.throwIfAborted()
      const bytes = await readLocal(body, start, Math.min(partBytes, body.size - start))
      const digest = md5Of(bytes)
      whole.update(bytes)
      md5s.push(digest)
      const known = stored.get(md5s.length)
      if (known && isSame(known, bytes.length, digest, before[parts.length])) {
        parts.push(`${digest} ${plainTag(known)}`)
        continue
      }
      const tag = await this.#sendPart(uploadId, md5s.length, bytes, digest, options)
      parts.push(`${digest} ${tag}`)
      options.onState({ uploadId, partBytes, parts: [...parts] })
    }
    assertUnchanged(whole.digest('hex'), md5)
    options.signal.throwIfAborted()
    return this.#complete(uploadId, md5s, parts.map(tagOfPart), options.signal)
  }

  async #sendPart(
    UploadId: string,
    PartNumber: number,
    Body: Buffer,
    md5: string,
    options: PutOptions,
  ): Promise<string> {
    const ContentMD5 = base64Of(md5)
    const command = new UploadPartCommand({ ...this.#place, UploadId, PartNumber, Body, ContentMD5 })
    const answer = await this.#s3.call(
      options.signal,
      (client, call) => client.send(command, call),
      (bytes) => options.onSent(bytes),
    )
    if (tagFits(tagOf(answer), md5) === false) {
      throw new StoreError('damaged', `The store has other bytes of part ${PartNumber} than were sent`)
    }
    return plainTag(answer)
  }

  async #complete(
    UploadId: string,
    md5s: readonly string[],
    tags: readonly string[],
    signal: AbortSignal,
  ): Promise<Uploaded> {
    const Parts = tags.map((tag, index) => ({ PartNumber: index + 1, ETag: `"${tag}"` }))
    const command = new CompleteMultipartUploadCommand({
      ...this.#place,
      UploadId,
      MultipartUpload: { Parts },
    })
    const answer = await this.#s3.call(signal, (client, call) => client.send(command, call))
    return { verified: tagFits(tagOf(answer), tagOfParts(md5s)) }
  }
}

const tagOfPart = (part: string): string => part.slice(part.indexOf(' ') + 1)

/** Whether a part that the store has is of these bytes: it says so, or said so when it was sent. */
function isSame(part: Part, size: Bytes, digest: string, before: string | undefined): boolean {
  const tag = plainTag(part)
  const fits = part.Size === undefined || part.Size === size
  return fits && (md5OfTag(tag) === digest || before === `${digest} ${tag}`)
}

function unlessNotFound(error: unknown): undefined {
  if (error instanceof StoreError && error.kind === 'not-found') return undefined
  throw error
}
