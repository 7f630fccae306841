/** What the Google stand-in keeps, in a folder, so that it is there again after it was killed. */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32c } from './gcs-crc32c.ts'
import { GcsProblem } from './gcs-problem.ts'

/** What an upload says of the object that it will be. */
export interface GcsMetadata {
  readonly name: string
  readonly contentType?: string
  readonly cacheControl?: string
  /** Base64. */
  readonly md5Hash?: string
}

export interface GcsObject extends GcsMetadata {
  readonly kind: 'storage#object'
  readonly bucket: string
  readonly size: string
  readonly md5Hash: string
  readonly crc32c: string
  readonly generation: string
  readonly metageneration: '1'
}

/** An upload in chunks. */
export interface GcsSession {
  readonly id: string
  readonly bucket: string
  readonly metadata: GcsMetadata
  /** Bytes of the whole; null where the client did not say. */
  readonly total: number | null
  /** Once it is complete. */
  readonly object?: GcsObject
}

/** Of this size are the steps in which bytes of an upload are kept. */
export const QUANTUM = 256 * 1024

export class GcsDisk {
  readonly #folder: string
  readonly #objects = new Map<string, GcsObject>()

  constructor(folder: string) {
    this.#folder = folder
    for (const name of ['objects', 'data', 'sessions']) mkdirSync(join(folder, name), { recursive: true })
    for (const name of readdirSync(join(folder, 'objects'))) {
      const object = readJson(join(folder, 'objects', name)) as GcsObject | null
      if (object !== null) this.#objects.set(placeOf(object.bucket, object.name), object)
    }
  }

  find(bucket: string, name: string): GcsObject | null {
    return this.#objects.get(placeOf(bucket, name)) ?? null
  }

  /** In the order of their names. */
  list(bucket: string, prefix: string): GcsObject[] {
    return [...this.#objects.values()]
      .filter((object) => object.bucket === bucket && object.name.startsWith(prefix))
      .sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)))
  }

  bytesOf(object: GcsObject): Buffer {
    return readFileSync(this.#dataFile(object))
  }

  /** @throws GcsProblem when the bytes are not those that the metadata tells of */
  store(bucket: string, metadata: GcsMetadata, bytes: Buffer): GcsObject {
    const md5Hash = createHash('md5').update(bytes).digest('base64')
    if (metadata.md5Hash !== undefined && metadata.md5Hash !== md5Hash) {
      const words = `Provided MD5 hash "${metadata.md5Hash}" doesn't match calculated MD5 hash "${md5Hash}".`
      throw new GcsProblem(400, 'invalid', words)
    }
    const object: GcsObject = {
      kind: 'storage#object',
      bucket,
      ...metadata,
      size: String(bytes.length),
      md5Hash,
      crc32c: crc32c(bytes),
      generation: `${Date.now()}${randomBytes(2).readUInt16BE()}`,
      metageneration: '1',
    }
    const old = this.find(bucket, metadata.name)
    writeFileSync(this.#dataFile(object), bytes)
    writeJson(this.#objectFile(bucket, metadata.name), object)
    this.#objects.set(placeOf(bucket, metadata.name), object)
    if (old) rmSync(this.#dataFile(old), { force: true })
    return object
  }

  delete({ bucket, name }: GcsObject): void {
    const object = this.find(bucket, name)
    this.#objects.delete(placeOf(bucket, name))
    rmSync(this.#objectFile(bucket, name), { force: true })
    if (object) rmSync(this.#dataFile(object), { force: true })
  }

  begin(bucket: string, metadata: GcsMetadata, total: number | null): GcsSession {
    const session = { id: randomBytes(24).toString('base64url'), bucket, metadata, total }
    writeFileSync(this.partFile(session.id), '')
    writeJson(this.#sessionFile(session.id), session)
    return session
  }

  session(id: string): GcsSession | null {
    return /^[\w-]+$/.test(id) ? (readJson(this.#sessionFile(id)) as GcsSession | null) : null
  }

  /** Bytes of an upload that are kept; what lies behind the last whole step is not, unless it is complete. */
  kept(session: GcsSession): number {
    const file = this.partFile(session.id)
    const size = statSync(file).size
    if (size === session.total || size % QUANTUM === 0) return size
    truncateSync(file, size - (size % QUANTUM))
    return size - (size % QUANTUM)
  }

  /** @throws GcsProblem when the bytes are not those that the metadata tells of */
  complete(session: GcsSession): GcsObject {
    try {
      const object = this.store(session.bucket, session.metadata, readFileSync(this.partFile(session.id)))
      writeJson(this.#sessionFile(session.id), { ...session, object })
      rmSync(this.partFile(session.id))
      return object
    } catch (error) {
      if (error instanceof GcsProblem) this.forget(session)
      throw error
    }
  }

  forget({ id }: GcsSession): void {
    rmSync(this.#sessionFile(id), { force: true })
    rmSync(this.partFile(id), { force: true })
  }

  partFile(id: string): string {
    return join(this.#folder, 'sessions', `${id}.part`)
  }

  #sessionFile(id: string): string {
    return join(this.#folder, 'sessions', `${id}.json`)
  }

  #objectFile(bucket: string, name: string): string {
    return join(this.#folder, 'objects', `${placeOf(bucket, name)}.json`)
  }

  #dataFile({ bucket, name, generation }: GcsObject): string {
    return join(this.#folder, 'data', `${placeOf(bucket, name)}-${generation}`)
  }
}

/** Names may be longer than those of files. */
function placeOf(bucket: string, name: string): string {
  return createHash('sha256').update(`${bucket}/${name}`).digest('hex')
}

function readJson(file: string): unknown {
  return existsSync(file) && file.endsWith('.json') ? JSON.parse(readFileSync(file, 'utf8')) : null
}

/** As a whole or not at all. */
function writeJson(file: string, value: object): void {
  writeFileSync(`${file}.new`, JSON.stringify(value))
  renameSync(`${file}.new`, file)
}
