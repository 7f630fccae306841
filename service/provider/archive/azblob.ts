import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type {
  BlobHTTPHeaders,
  BlockBlobClient,
  ContainerListBlobFlatSegmentResponse,
} from '@azure/storage-blob'
import type { AzureBlobDestination } from '../../contract/archive.ts'
import type { Bytes, Milliseconds } from '../../contract/units.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import { clockSkewOf } from './answer-headers.ts'
import { azblobClient } from './azblob-client.ts'
import type { AzblobClient } from './azblob-client.ts'
import { azblobFault } from './azblob-fault.ts'
import { assertUnchanged, readLocal } from './byte-source.ts'
import { objectBody } from './object-body.ts'
import { keyOf, nameOf } from './object-names.ts'
import { AZURE_PARTS, partBytes } from './part-size.ts'
import type { PartLimits } from './part-size.ts'
import { piecesStream } from './pieces.ts'
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
import { StoreError } from './store-error.ts'

/**
 * Azure Blob Storage, by account key: block blobs, whole (Put Blob) up to the size of one part, else in
 * blocks (Put Block, Put Block List). `settings.azblobEndpoint` names the account in its host or path, or
 * not at all, see `accountUrl`.
 */
export function openAzblobStore(
  destination: AzureBlobDestination,
  settings: StoreSettings,
  tuning: StoreTuning = {},
): ArchiveStore {
  return new AzblobStore(destination, settings, tuning)
}

class AzblobStore implements ArchiveStore {
  readonly #client: AzblobClient
  readonly #path: string
  readonly #stallMs: Milliseconds
  readonly #clock: Clock
  readonly #parts: PartLimits
  readonly #pageSize: number

  constructor(destination: AzureBlobDestination, settings: StoreSettings, tuning: StoreTuning) {
    this.#client = azblobClient(destination, settings)
    this.#path = destination.path
    this.#stallMs = settings.stallMs
    this.#clock = tuning.clock ?? systemClock
    this.#parts = tuning.parts ?? AZURE_PARTS
    this.#pageSize = tuning.pageSize ?? 5000
  }

  async put(object: StoredObject, options: PutOptions): Promise<ObjectFacts> {
    const size = partBytes(object.body.size, this.#parts)
    // Only the answer to its last request may have been lost: then there are no blocks left to go on with.
    const there = options.resume && (await this.stat(object.key, options.signal))
    if (isOf(there, object)) return there
    if (object.body.size <= size) {
      const digest = await this.#putWhole(object, options)
      // The service has made it of what came: nothing is left to ask.
      if (digest === object.md5) return { key: object.key, size: object.body.size, md5: digest }
    } else await this.#putBlocks(object, size, options)
    const stored = await this.stat(object.key, options.signal)
    if (isOf(stored, object)) return stored
    throw new StoreError('damaged', `The store has other bytes of ${object.key} than were sent`)
  }

  async stat(key: string, signal: AbortSignal): Promise<ObjectFacts | null> {
    const found = await unlessNotFound(
      this.#call(signal, () => this.#blob(key).getProperties(abortedBy(signal))),
    )
    return found && { key, size: found.contentLength ?? 0, md5: hexOf(found.contentMD5) }
  }

  async read(
    key: string,
    { start, end }: { readonly start: Bytes; readonly end: Bytes },
    signal: AbortSignal,
  ): Promise<Readable> {
    try {
      const { readableStreamBody: body, contentLength = 0 } = await this.#call(signal, () =>
        this.#blob(key).download(start, end - start + 1, { ...abortedBy(signal), maxRetryRequests: 0 }),
      )
      const source = body instanceof Readable ? body : Readable.from(body ?? [])
      return objectBody(source, {
        count: contentLength,
        clock: this.#clock,
        stallMs: this.#stallMs,
        signal,
      })
    } catch (error) {
      if (error instanceof StoreError && error.status === 416) return Readable.from([])
      throw error
    }
  }

  async *list(prefix: string, signal: AbortSignal): AsyncGenerator<ObjectFacts> {
    let token: string | undefined
    do {
      const page = await this.#page(prefix, this.#pageSize, token, signal)
      for (const { name, properties } of page?.segment.blobItems ?? []) {
        yield {
          key: keyOf(this.#path, name),
          size: properties.contentLength ?? 0,
          md5: hexOf(properties.contentMD5),
        }
      }
      token = page?.continuationToken
    } while (token)
  }

  async delete(key: string, signal: AbortSignal): Promise<void> {
    const options = { ...abortedBy(signal), deleteSnapshots: 'include' } as const
    await unlessNotFound(this.#call(signal, () => this.#blob(key).delete(options)))
  }

  /**
   * The service forgets blocks that were never committed after a week, or when a blob of that name is
   * stored. So where there is none, one of no bytes is stored and deleted. (Storing it only if there is none
   * would be refused by Azurite, which takes blocks for a blob.)
   */
  async abort(key: string, _state: UploadState, signal: AbortSignal): Promise<void> {
    if ((await this.stat(key, signal)) !== null) return
    const blob = this.#blob(key)
    await this.#call(signal, () => blob.upload('', 0, abortedBy(signal)))
    await this.delete(key, signal)
  }

  async probe(signal: AbortSignal): Promise<StoreProbe> {
    try {
      const page = await this.#page('', 1, undefined, signal)
      return { clockSkewMs: clockSkewOf(page?.date?.toUTCString(), this.#clock.now()), mayList: true }
    } catch (error) {
      if (!(error instanceof StoreError) || error.kind !== 'forbidden') throw error
      return { clockSkewMs: null, mayList: false }
    }
  }

  close(): void {
    this.#client.close()
  }

  /** @returns the MD5 digest that the service tells of what came, in hexadecimal; null where it tells none */
  async #putWhole(object: StoredObject, options: PutOptions): Promise<string | null> {
    const { key, body, md5 } = object
    const { signal } = options
    signal.throwIfAborted()
    const bytes = await readLocal(body, 0, body.size)
    assertUnchanged(md5Of(bytes).toString('hex'), md5)
    const { contentMD5 } = await this.#call(signal, () =>
      this.#blob(key).upload(() => piecesStream(bytes, (sent) => options.onSent(sent)), bytes.length, {
        ...abortedBy(signal),
        transactionalContentMD5: Buffer.from(md5, 'hex'),
        blobHTTPHeaders: headersOf(object),
      }),
    )
    return hexOf(contentMD5)
  }

  async #putBlocks(object: StoredObject, size: Bytes, options: PutOptions): Promise<void> {
    const { key, body, md5 } = object
    const { signal, resume } = options
    const blob = this.#blob(key)
    const begun = resume ?? { uploadId: randomBytes(8).toString('hex'), partBytes: size, parts: [] }
    const stored = resume === null ? new Set<string>() : await this.#uncommitted(blob, signal)
    options.onState(begun)
    const whole = createHash('md5')
    const ids: string[] = []
    for (let start = 0; start < body.size; start += begun.partBytes) {
      signal.throwIfAborted()
      const bytes = await readLocal(body, start, Math.min(begun.partBytes, body.size - start))
      whole.update(bytes)
      const partMd5 = md5Of(bytes)
      const id = blockId(begun.uploadId, ids.length, partMd5)
      ids.push(id)
      if (stored.has(id)) continue
      await this.#call(signal, () =>
        blob.stageBlock(id, () => piecesStream(bytes, (sent) => options.onSent(sent)), bytes.length, {
          ...abortedBy(signal),
          transactionalContentMD5: partMd5,
        }),
      )
      options.onState({ ...begun, parts: [...ids] })
    }
    assertUnchanged(whole.digest('hex'), md5)
    await this.#call(signal, () =>
      blob.commitBlockList(ids, { ...abortedBy(signal), blobHTTPHeaders: headersOf(object) }),
    )
  }

  async #uncommitted(blob: BlockBlobClient, signal: AbortSignal): Promise<ReadonlySet<string>> {
    const list = await unlessNotFound(
      this.#call(signal, () => blob.getBlockList('uncommitted', abortedBy(signal))),
    )
    return new Set(list?.uncommittedBlocks?.map(({ name }) => name))
  }

  /** Undefined where there is none. */
  #page(
    prefix: string,
    maxPageSize: number,
    token: string | undefined,
    signal: AbortSignal,
  ): Promise<ContainerListBlobFlatSegmentResponse | undefined> {
    return this.#call(signal, async () => {
      const pages = this.#client.container
        .listBlobsFlat({ ...abortedBy(signal), prefix: nameOf(this.#path, prefix) })
        .byPage({ maxPageSize, ...(token !== undefined && { continuationToken: token }) })
      for await (const page of pages) return page
      return undefined
    })
  }

  #blob(key: string): BlockBlobClient {
    return this.#client.container.getBlockBlobClient(nameOf(this.#path, key))
  }

  /** @throws StoreError, or the signal's reason when it was aborted */
  async #call<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    try {
      return await run()
    } catch (error) {
      signal.throwIfAborted()
      throw azblobFault(error, this.#clock.now())
    }
  }
}

const abortedBy = (abortSignal: AbortSignal) => ({ abortSignal })

const md5Of = (bytes: Uint8Array) => createHash('md5').update(bytes).digest()

const isOf = (stored: ObjectFacts | null, { body, md5 }: StoredObject): stored is ObjectFacts =>
  stored?.size === body.size && stored.md5 === md5

/** The service keeps the digest of the whole as it is told; it checked that of each block itself. */
function headersOf({ contentType, cacheControl, md5 }: StoredObject): BlobHTTPHeaders {
  return {
    ...{ blobContentType: contentType, blobContentMD5: Buffer.from(md5, 'hex') },
    ...(cacheControl !== undefined && { blobCacheControl: cacheControl }),
  }
}

/**
 * Blocks belong to the name of the blob and not to an upload: the id of an upload keeps those of another
 * attempt out, and the digest those of other bytes. All ids of a blob have the same length, at most 64 bytes.
 */
function blockId(uploadId: string, index: number, md5: Uint8Array): string {
  const place = Buffer.alloc(4)
  place.writeUInt32BE(index)
  return Buffer.concat([Buffer.from(uploadId, 'hex'), place, md5]).toString('base64')
}

function hexOf(md5: Uint8Array | undefined): string | null {
  return md5 === undefined || md5.length === 0 ? null : Buffer.from(md5).toString('hex')
}

/** @returns null when the object is not there */
async function unlessNotFound<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request
  } catch (error) {
    if (error instanceof StoreError && error.kind === 'not-found') return null
    throw error
  }
}
