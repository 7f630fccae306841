import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { GsDestination } from '../../contract/archive.ts'
import type { Bytes, Milliseconds } from '../../contract/units.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import { clockSkewOf } from './answer-headers.ts'
import { assertUnchanged, readLocal } from './byte-source.ts'
import { GsApi } from './gs-api.ts'
import { gsFault, objectOf, textOf } from './gs-fault.ts'
import { textOf as readText } from './gs-http.ts'
import { GsUpload } from './gs-upload.ts'
import { objectBody } from './object-body.ts'
import { keyOf, nameOf } from './object-names.ts'
import { GS_PARTS, partBytes } from './part-size.ts'
import type { PartLimits } from './part-size.ts'
import { pieces } from './pieces.ts'
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
 * Google Cloud Storage by its JSON API, with a service account: objects of up to one part at once
 * (`uploadType=multipart`), others in chunks (`uploadType=resumable`).
 */
export function openGsStore(
  destination: GsDestination,
  settings: StoreSettings,
  tuning: StoreTuning = {},
): ArchiveStore {
  return new GsStore(destination, settings, tuning)
}

class GsStore implements ArchiveStore {
  readonly #api: GsApi
  readonly #path: string
  readonly #stallMs: Milliseconds
  readonly #clock: Clock
  readonly #parts: PartLimits
  readonly #pageSize: number

  constructor(destination: GsDestination, settings: StoreSettings, tuning: StoreTuning) {
    this.#clock = tuning.clock ?? systemClock
    this.#api = new GsApi(destination, settings, this.#clock)
    this.#path = destination.path
    this.#stallMs = settings.stallMs
    this.#parts = tuning.parts ?? GS_PARTS
    this.#pageSize = tuning.pageSize ?? 1000
  }

  async put(object: StoredObject, options: PutOptions): Promise<ObjectFacts> {
    options.signal.throwIfAborted()
    const size = partBytes(object.body.size, this.#parts)
    const metadata = {
      name: nameOf(this.#path, object.key),
      contentType: object.contentType,
      ...(object.cacheControl !== undefined && { cacheControl: object.cacheControl }),
      // The store refuses other bytes.
      md5Hash: Buffer.from(object.md5, 'hex').toString('base64'),
    }
    const answer =
      object.body.size <= size
        ? await this.#putWhole(object, metadata, options)
        : await new GsUpload(this.#api, object, options).run(metadata, size)
    const stored = this.#factsOf(answer)
    if (stored.size !== object.body.size || stored.md5 !== object.md5) {
      throw new StoreError('damaged', `The store has other bytes of ${object.key} than were sent`)
    }
    return stored
  }

  async stat(key: string, signal: AbortSignal): Promise<ObjectFacts | null> {
    const url = this.#api.objectUrl(nameOf(this.#path, key), { fields: 'name,size,md5Hash' })
    const answer = await this.#api.json({ method: 'GET', url, signal }, [200, 404])
    return answer.status === 404 ? null : this.#factsOf(answer.value)
  }

  async read(
    key: string,
    { start, end }: { readonly start: Bytes; readonly end: Bytes },
    signal: AbortSignal,
  ): Promise<Readable> {
    const url = this.#api.objectUrl(nameOf(this.#path, key), { alt: 'media' })
    const headers = { range: `bytes=${start}-${end}` }
    const answer = await this.#api.open({ method: 'GET', url, headers, signal }, [206, 416])
    if (answer.status === 416) {
      await readText(answer.body, signal)
      return Readable.from([])
    }
    return objectBody(answer.body, {
      count: Number(answer.headers['content-length']),
      clock: this.#clock,
      stallMs: this.#stallMs,
      signal,
    })
  }

  async *list(prefix: string, signal: AbortSignal): AsyncGenerator<ObjectFacts> {
    let pageToken = ''
    do {
      const url = this.#api.bucketUrl('/o', {
        prefix: nameOf(this.#path, prefix),
        maxResults: String(this.#pageSize),
        fields: 'items(name,size,md5Hash),nextPageToken',
        ...(pageToken !== '' && { pageToken }),
      })
      const { value } = await this.#api.json({ method: 'GET', url, signal }, [200])
      const { items, nextPageToken } = objectOf(value)
      for (const item of Array.isArray(items) ? (items as unknown[]) : []) yield this.#factsOf(item)
      pageToken = textOf(nextPageToken)
    } while (pageToken !== '')
  }

  async delete(key: string, signal: AbortSignal): Promise<void> {
    const url = this.#api.objectUrl(nameOf(this.#path, key), {})
    await this.#api.json({ method: 'DELETE', url, signal }, [200, 204, 404])
  }

  async abort(_key: string, state: UploadState, signal: AbortSignal): Promise<void> {
    await this.#api.session({ method: 'DELETE', url: state.uploadId, signal }, [200, 204, 404, 410, 499])
  }

  /** Who may create objects need not be allowed to list them, but may always ask what is allowed. */
  async probe(signal: AbortSignal): Promise<StoreProbe> {
    const list = this.#api.bucketUrl('/o', { prefix: nameOf(this.#path, ''), maxResults: '1' })
    const answer = await this.#api.json({ method: 'GET', url: list, signal }, [200, 403])
    const clockSkewMs = clockSkewOf(answer.headers.date, this.#clock.now())
    if (answer.status === 200) return { clockSkewMs, mayList: true }
    const create = 'storage.objects.create'
    const url = this.#api.bucketUrl('/iam/testPermissions', { permissions: create })
    const allowed = await this.#api.json({ method: 'GET', url, signal }, [200])
    const { permissions } = objectOf(allowed.value)
    if (Array.isArray(permissions) && permissions.includes(create)) return { clockSkewMs, mayList: false }
    throw gsFault(answer, this.#clock.now())
  }

  close(): void {
    this.#api.close()
  }

  /** RFC 2387: what the object is, then its bytes. */
  async #putWhole({ body, md5 }: StoredObject, metadata: object, options: PutOptions): Promise<unknown> {
    const { signal } = options
    const bytes = await readLocal(body, 0, body.size)
    assertUnchanged(createHash('md5').update(bytes).digest('hex'), md5)
    // Looks like nothing that media or metadata could hold.
    const boundary = `airdesk-${md5}`
    const type = 'content-type: application/json; charset=UTF-8'
    const before = Buffer.from(
      `--${boundary}\r\n${type}\r\n\r\n${JSON.stringify(metadata)}\r\n--${boundary}\r\n\r\n`,
    )
    const after = Buffer.from(`\r\n--${boundary}--\r\n`)
    function* whole() {
      yield before
      yield* pieces(bytes, (sent) => options.onSent(sent))
      yield after
    }
    const { value } = await this.#api.json(
      {
        method: 'POST',
        url: this.#api.uploadUrl('multipart'),
        headers: { 'content-type': `multipart/related; boundary=${boundary}` },
        body: {
          size: before.length + bytes.length + after.length,
          open: () => Readable.from(whole(), { objectMode: false }),
        },
        signal,
      },
      [200],
    )
    return value
  }

  /** What the API says of an object. */
  #factsOf(value: unknown): ObjectFacts {
    const { name, size, md5Hash } = objectOf(value)
    return {
      key: keyOf(this.#path, textOf(name)),
      size: Number(size),
      // Objects that were composed of others have none.
      md5: md5Hash === undefined ? null : Buffer.from(textOf(md5Hash), 'base64').toString('hex'),
    }
  }
}
