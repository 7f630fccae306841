import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Bytes } from '../../contract/units.ts'
import { assertUnchanged, readLocal } from './byte-source.ts'
import type { GsApi, GsJson } from './gs-api.ts'
import { piecesStream } from './pieces.ts'
import type { PutOptions, StoredObject, UploadState } from './provider.ts'
import { StoreError } from './store-error.ts'

/** How far the store says an upload is, or what it says of the object once it is complete. */
type Progress =
  | { readonly kind: 'at'; readonly offset: Bytes }
  | { readonly kind: 'complete'; readonly value: unknown }
  | { readonly kind: 'gone' }

/** 308 is not a redirect here, but says that more is to come; 499 is of an upload that was given up. */
const HOPED = [200, 201, 308, 404, 410, 499]

/** One object, in chunks. */
export class GsUpload {
  readonly #api: GsApi
  readonly #object: StoredObject
  readonly #options: PutOptions
  /** Of everything below `#hashed`. */
  readonly #md5 = createHash('md5')
  #hashed: Bytes = 0

  constructor(api: GsApi, object: StoredObject, options: PutOptions) {
    this.#api = api
    this.#object = object
    this.#options = options
  }

  /** @returns what the API says of the object. @throws StoreError */
  async run(metadata: object, size: Bytes): Promise<unknown> {
    const resume = this.#resume()
    const resumed = resume && (await this.#send(resume, await this.#ask(resume)))
    if (resumed?.kind === 'complete') return resumed.value
    const state = await this.#begin(metadata, size)
    this.#options.onState(state)
    const sent = await this.#send(state, { kind: 'at', offset: 0 })
    if (sent.kind === 'complete') return sent.value
    throw new StoreError('busy', 'The store has forgotten an upload that was just begun')
  }

  /** What an earlier attempt kept is gone on with at the store alone: a row may come from anywhere. */
  #resume(): UploadState | null {
    const { resume } = this.#options
    const store = new URL(this.#api.uploadUrl('resumable'))
    return resume && URL.parse(resume.uploadId)?.origin === store.origin ? resume : null
  }

  async #begin(metadata: object, size: Bytes): Promise<UploadState> {
    const json = Buffer.from(JSON.stringify(metadata))
    const { headers } = await this.#api.json(
      {
        method: 'POST',
        url: this.#api.uploadUrl('resumable'),
        headers: {
          'content-type': 'application/json; charset=UTF-8',
          'x-upload-content-type': this.#object.contentType,
          'x-upload-content-length': String(this.#object.body.size),
        },
        body: { size: json.length, open: () => Readable.from([json]) },
        signal: this.#options.signal,
      },
      [200, 201],
    )
    const { location = '' } = headers
    if (!URL.canParse(location)) throw new StoreError('refused-request', 'The store began no upload')
    return { uploadId: location, partBytes: size, parts: [] }
  }

  async #send(state: UploadState, from: Progress): Promise<Progress> {
    const { body } = this.#object
    let progress = from
    while (progress.kind === 'at') {
      const { offset } = progress
      if (offset >= body.size) throw new StoreError('busy', 'The store has every byte, but no object yet')
      await this.#hash(offset)
      const bytes = await this.#read(offset, Math.min(state.partBytes, body.size - offset))
      if (this.#hashed === body.size) assertUnchanged(this.#md5.copy().digest('hex'), this.#object.md5)
      progress = await this.#put(state, offset, bytes)
      if (progress.kind === 'at' && progress.offset <= offset) {
        throw new StoreError('busy', 'The store took nothing of a part')
      }
      if (progress.kind !== 'gone') this.#tell(state, progress.kind === 'at' ? progress.offset : body.size)
    }
    return progress
  }

  #tell(state: UploadState, stored: Bytes): void {
    const isWhole = stored === this.#object.body.size
    const count = isWhole ? Math.ceil(stored / state.partBytes) : Math.floor(stored / state.partBytes)
    this.#options.onState({ ...state, parts: Array.from({ length: count }, () => '') })
  }

  /** What the store has of an earlier attempt is not sent again, but it counts for the digest. */
  async #hash(until: Bytes): Promise<void> {
    while (this.#hashed < until) {
      this.#options.signal.throwIfAborted()
      await this.#read(this.#hashed, Math.min(PIECE_TO_HASH, until - this.#hashed))
    }
  }

  async #read(start: Bytes, length: Bytes): Promise<Uint8Array> {
    const bytes = await readLocal(this.#object.body, start, length)
    if (start + length > this.#hashed) this.#md5.update(bytes.subarray(this.#hashed - start))
    this.#hashed = Math.max(this.#hashed, start + length)
    return bytes
  }

  async #put({ uploadId: url }: UploadState, start: Bytes, bytes: Uint8Array): Promise<Progress> {
    const { signal } = this.#options
    const range = `bytes ${start}-${start + bytes.length - 1}/${this.#object.body.size}`
    const body = {
      size: bytes.length,
      open: () => piecesStream(bytes, (sent) => this.#options.onSent(sent)),
    }
    return progressOf(
      await this.#api.session(
        { method: 'PUT', url, headers: { 'content-range': range }, body, signal },
        HOPED,
      ),
    )
  }

  async #ask({ uploadId: url }: UploadState): Promise<Progress> {
    const headers = { 'content-range': `bytes */${this.#object.body.size}`, 'content-length': '0' }
    // An upload of which it refuses to tell is not gone on with either.
    const hoped = [...HOPED, 400]
    return progressOf(
      await this.#api.session({ method: 'PUT', url, headers, signal: this.#options.signal }, hoped),
    )
  }
}

const PIECE_TO_HASH: Bytes = 8 * 1024 * 1024

/** A `range` of what the store has begins at 0 and ends with its last byte; there is none where it has nothing. */
function progressOf({ status, headers, value }: GsJson): Progress {
  if (status === 200 || status === 201) return { kind: 'complete', value }
  if (status !== 308) return { kind: 'gone' }
  const [, last] = /^bytes=0-(\d+)$/.exec(headers.range ?? '') ?? []
  return { kind: 'at', offset: last === undefined ? 0 : Number(last) + 1 }
}
