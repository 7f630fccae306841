/** A store in memory that fails as it is told. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type {
  ArchiveStore,
  ObjectFacts,
  PutOptions,
  StoredObject,
  StoreProbe,
  UploadState,
} from '../../service/provider/archive/provider.ts'
import { StoreError } from '../../service/provider/archive/store-error.ts'

/** `parts`: a put in more than one part, after its first one. */
export type StoreAct = 'probe' | 'put' | 'parts' | 'stat' | 'read' | 'list' | 'delete' | 'abort'

export class MemoryStore implements ArchiveStore {
  readonly objects = new Map<string, Buffer>()
  readonly contentTypes = new Map<string, string>()
  /** Uploads in parts, by id. */
  readonly begun = new Map<string, Buffer[]>()
  /** What is not done. `hang` never answers and does not look at its signal either. */
  readonly faults: Partial<Record<StoreAct, StoreError | 'hang'>> = {}
  /** Acts that hang. */
  readonly hanging: StoreAct[] = []
  /** Bodies that were handed out. */
  readonly bodies: Readable[] = []
  found: StoreProbe = { clockSkewMs: 0, mayList: true }
  partBytes = 8 * 1024 * 1024
  /** What reading an object gives instead of its bytes. */
  forged: Buffer | null = null
  /** Called before each part is taken. */
  beforePart: () => Promise<void> = () => Promise.resolve()
  closed = 0

  async put(object: StoredObject, { signal, resume, onState, onSent }: PutOptions): Promise<ObjectFacts> {
    await this.#act('put')
    const { body, key } = object
    const pieces: Buffer[] = (resume && this.begun.get(resume.uploadId)) ?? []
    const state = (): UploadState => ({
      uploadId: key,
      partBytes: this.partBytes,
      parts: pieces.map(() => ''),
    })
    const inParts = body.size > this.partBytes
    if (inParts) {
      this.begun.set(key, pieces)
      onState(state())
    }
    for (let at = pieces.length * this.partBytes; at < body.size; at += this.partBytes) {
      await this.beforePart()
      signal.throwIfAborted()
      if (at > 0) await this.#act('parts')
      const piece = Buffer.from(await body.read(at, Math.min(this.partBytes, body.size - at)))
      onSent(piece.length)
      pieces.push(piece)
      if (inParts) onState(state())
    }
    const bytes = Buffer.concat(pieces)
    this.begun.delete(key)
    const md5 = md5Of(bytes)
    if (md5 !== object.md5) throw new StoreError('damaged', `other bytes of ${key}`)
    this.objects.set(key, bytes)
    this.contentTypes.set(key, object.contentType)
    return { key, size: bytes.length, md5 }
  }

  async stat(key: string): Promise<ObjectFacts | null> {
    await this.#act('stat')
    const bytes = this.objects.get(key)
    return bytes ? { key, size: bytes.length, md5: md5Of(bytes) } : null
  }

  async read(key: string, { start, end }: { start: number; end: number }): Promise<Readable> {
    await this.#act('read')
    const bytes = this.forged ?? this.objects.get(key)
    if (!bytes) throw new StoreError('not-found', `no ${key}`)
    const body = Readable.from(chunksOf(bytes.subarray(start, end + 1)), { objectMode: false })
    this.bodies.push(body)
    return body
  }

  async *list(prefix: string): AsyncGenerator<ObjectFacts> {
    await this.#act('list')
    for (const [key, bytes] of this.objects) {
      if (key.startsWith(prefix)) yield { key, size: bytes.length, md5: null }
    }
  }

  async delete(key: string): Promise<void> {
    await this.#act('delete')
    this.objects.delete(key)
  }

  async abort(_key: string, { uploadId }: UploadState): Promise<void> {
    await this.#act('abort')
    this.begun.delete(uploadId)
  }

  async probe(): Promise<StoreProbe> {
    await this.#act('probe')
    return this.found
  }

  close(): void {
    this.closed++
  }

  async #act(act: StoreAct): Promise<void> {
    const fault = this.faults[act]
    if (fault === 'hang') {
      this.hanging.push(act)
      await new Promise(() => undefined)
    } else if (fault) throw fault
  }
}

const md5Of = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}
