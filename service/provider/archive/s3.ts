import { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import type { ListObjectsV2CommandOutput } from '@aws-sdk/client-s3'
import type { S3Destination } from '../../contract/archive.ts'
import type { Bytes, Milliseconds } from '../../contract/units.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import { assertUnchanged, readLocal } from './byte-source.ts'
import { objectBody } from './object-body.ts'
import { keyOf, nameOf } from './object-names.ts'
import { partBytes, S3_PARTS } from './part-size.ts'
import type { PartLimits } from './part-size.ts'
import type {
  ArchiveStore,
  ObjectFacts,
  PutOptions,
  StoredObject,
  StoreProbe,
  StoreSettings,
  StoreTuning,
  UploadState,
} from './provider.ts'
import { S3Connection } from './s3-connection.ts'
import { base64Of, md5Of, md5OfTag, tagFits, tagOf } from './s3-digests.ts'
import { S3Upload } from './s3-upload.ts'
import { StoreError } from './store-error.ts'

/** S3, and every store that speaks like it. */
export function openS3Store(
  destination: S3Destination,
  settings: StoreSettings,
  tuning: StoreTuning = {},
): ArchiveStore {
  return new S3Store(destination, settings, tuning)
}

class S3Store implements ArchiveStore {
  readonly #s3: S3Connection
  readonly #bucket: string
  readonly #path: string
  readonly #stallMs: Milliseconds
  readonly #parts: PartLimits
  readonly #pageSize: number
  readonly #clock: Clock

  constructor(destination: S3Destination, settings: StoreSettings, tuning: StoreTuning) {
    this.#clock = tuning.clock ?? systemClock
    this.#s3 = new S3Connection(destination, settings, this.#clock)
    this.#bucket = destination.bucket
    this.#path = destination.path
    this.#stallMs = settings.stallMs
    this.#parts = tuning.parts ?? S3_PARTS
    this.#pageSize = tuning.pageSize ?? 1000
  }

  async put(object: StoredObject, options: PutOptions): Promise<ObjectFacts> {
    options.signal.throwIfAborted()
    const { key, body, md5 } = object
    const size = options.resume?.partBytes ?? partBytes(body.size, this.#parts)
    const verified = await (body.size <= size
      ? this.#putWhole(object, options)
      : this.#putParts(object, size, options))
    if (verified === false || (verified === null && !(await this.#hasSize(key, body.size, options.signal)))) {
      await this.delete(key, options.signal).catch(() => {})
      throw new StoreError('damaged', `The store has other bytes of ${key} than were sent`)
    }
    return { key, size: body.size, md5 }
  }

  async stat(key: string, signal: AbortSignal): Promise<ObjectFacts | null> {
    const head = await this.#head(key, signal)
    return head && { key, size: head.ContentLength ?? 0, md5: md5OfTag(tagOf(head)) }
  }

  async read(
    key: string,
    { start, end }: { readonly start: Bytes; readonly end: Bytes },
    signal: AbortSignal,
  ): Promise<Readable> {
    const command = new GetObjectCommand({ ...this.#place(key), Range: `bytes=${start}-${end}` })
    const answer = await this.#s3
      .call(signal, (client, call) => client.send(command, call))
      .catch(unlessBeyondTheEnd)
    if (!answer) return Readable.from([])
    const { Body: body, ContentLength: count } = answer
    if (!(body instanceof IncomingMessage) || count === undefined) {
      throw new StoreError('refused-request', 'The answer has no body, or does not say how long it is')
    }
    return objectBody(body, { count, clock: this.#clock, stallMs: this.#stallMs, signal })
  }

  async *list(prefix: string, signal: AbortSignal): AsyncGenerator<ObjectFacts> {
    let token: string | undefined
    do {
      const page = await this.#page(prefix, this.#pageSize, signal, token)
      for (const { Key: name = '', Size: size = 0 } of page.Contents ?? []) {
        // A list does not tell whether a tag is a digest.
        yield { key: keyOf(this.#path, name), size, md5: null }
      }
      token = page.IsTruncated === true ? page.NextContinuationToken : undefined
    } while (token !== undefined)
  }

  async delete(key: string, signal: AbortSignal): Promise<void> {
    const command = new DeleteObjectCommand(this.#place(key))
    await this.#s3.call(signal, (client, call) => client.send(command, call)).catch(unless('not-found'))
  }

  async abort(key: string, state: UploadState, signal: AbortSignal): Promise<void> {
    await new S3Upload(this.#s3, this.#place(key)).abort(state.uploadId, signal)
  }

  async probe(signal: AbortSignal): Promise<StoreProbe> {
    let mayList = true
    try {
      await this.#page('', 1, signal)
    } catch (error) {
      if (!isFault(error, 'forbidden')) throw error
      await this.#probeWriting(signal)
      mayList = false
    }
    return { clockSkewMs: this.#s3.clockSkewMs, mayList }
  }

  close(): void {
    this.#s3.close()
  }

  /** To begin an upload needs the right to store, and stores nothing. */
  async #probeWriting(signal: AbortSignal): Promise<void> {
    const upload = new S3Upload(this.#s3, this.#place('airdesk-probe'))
    const id = await upload.create({ contentType: 'application/octet-stream' }, signal)
    await upload.abort(id, signal).catch(() => {})
  }

  async #putWhole(object: StoredObject, options: PutOptions): Promise<boolean | null> {
    const { key, body, md5, contentType: ContentType, cacheControl: CacheControl } = object
    const Body = await readLocal(body, 0, body.size)
    assertUnchanged(md5Of(Body), md5)
    const ContentMD5 = base64Of(md5)
    const command = new PutObjectCommand({
      ...this.#place(key),
      ...{ Body, ContentMD5, ContentType, CacheControl },
    })
    const answer = await this.#s3.call(
      options.signal,
      (client, call) => client.send(command, call),
      (bytes) => options.onSent(bytes),
    )
    return tagFits(tagOf(answer), md5)
  }

  async #putParts(object: StoredObject, size: Bytes, options: PutOptions): Promise<boolean | null> {
    const upload = new S3Upload(this.#s3, this.#place(object.key))
    const { verified } = await upload.run(object, size, options)
    return verified
  }

  async #hasSize(key: string, size: Bytes, signal: AbortSignal): Promise<boolean> {
    // Where it may not be asked for, the store has at least compared every MD5 that came with the bytes.
    const head = await this.#head(key, signal).catch(unless('forbidden'))
    return head === undefined || head?.ContentLength === size
  }

  /** Null where there is none. */
  async #head(key: string, signal: AbortSignal) {
    const command = new HeadObjectCommand(this.#place(key))
    const head = await this.#s3
      .call(signal, (client, call) => client.send(command, call))
      .catch(unless('not-found'))
    return head ?? null
  }

  #page(
    prefix: string,
    MaxKeys: number,
    signal: AbortSignal,
    ContinuationToken?: string,
  ): Promise<ListObjectsV2CommandOutput> {
    const Prefix = nameOf(this.#path, prefix)
    const command = new ListObjectsV2Command({ Bucket: this.#bucket, Prefix, MaxKeys, ContinuationToken })
    return this.#s3.call(signal, (client, call) => client.send(command, call))
  }

  #place(key: string): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.#bucket, Key: nameOf(this.#path, key) }
  }
}

const isFault = (error: unknown, kind: StoreError['kind']): boolean =>
  error instanceof StoreError && error.kind === kind

const unless =
  (kind: StoreError['kind']) =>
  (error: unknown): undefined => {
    if (!isFault(error, kind)) throw error
  }

/** Nothing is there to be read from that byte on, not even in an object of none. */
function unlessBeyondTheEnd(error: unknown): undefined {
  if (!(error instanceof StoreError) || error.status !== 416) throw error
}
