/** Compares the parts of a segment with the segment, once all of them are loaded (3.2). */
import type { Checker } from './checker.ts'
import { readInitialization, samplesOf } from './fragments.ts'
import type { Cipher, Initialization } from './fragments.ts'
import type { OriginClient } from './origin-client.ts'
import type { Segment } from './playlist.ts'
import { attributesOf, textOf } from './tags.ts'

/** What is loaded of a segment and its parts is kept no longer than so many files more. */
const MOST_KEPT = 100

/** The key that an EXT-X-KEY's address gives. */
export type KeyOf = (uri: string) => Promise<Buffer>

export class WholeSegments {
  readonly #url: string
  readonly #client: OriginClient
  readonly #checker: Checker
  readonly #keyOf: KeyOf | null
  readonly #files = new Map<string, Buffer>()
  readonly #initializations = new Map<string, Promise<Initialization>>()
  readonly #keys = new Map<string, Promise<Buffer>>()

  /** @param keyOf null where encrypted segments are not compared */
  constructor(url: string, client: OriginClient, checker: Checker, keyOf: KeyOf | null) {
    this.#url = url
    this.#client = client
    this.#checker = checker
    this.#keyOf = keyOf
  }

  /** A part or a segment was loaded. */
  loaded(uri: string, bytes: Buffer): void {
    this.#files.set(uri, bytes)
    const [oldest] = this.#files.keys()
    if (this.#files.size > MOST_KEPT && oldest !== undefined) this.#files.delete(oldest)
  }

  /** Loads what is not there yet of a whole segment with parts, and checks that both are the same media. */
  async compare({ uri, parts, map, key }: Segment): Promise<void> {
    if (uri === null || map === null || (key !== null && !this.#keyOf)) return
    const names = [...parts.map((part) => part.uri), uri]
    try {
      const [cipher, initialization, ...files] = await Promise.all([
        this.#cipher(key),
        this.#initialization(map),
        ...names.map((name) => this.#file(name)),
      ])
      this.#look({ uri, parts }, files, initialization, cipher)
    } catch (error) {
      // What can not be loaded is told by the rules of files; what is no media at all by this one.
      if (error instanceof RangeError || (error as NodeJS.ErrnoException).code?.startsWith('ERR_OSSL'))
        this.#checker.whole(this.#url, { uri, isSame: false, falselyIndependent: [], notSaid: [] })
    }
    for (const name of names) this.#files.delete(name)
  }

  #look(
    { uri, parts }: Pick<Segment, 'uri' | 'parts'>,
    files: readonly Buffer[],
    initialization: Initialization,
    cipher: Cipher | null,
  ): void {
    const [ofParts, ofSegment] = [files.slice(0, -1), files.slice(-1)]
    const isSame =
      samplesOf(ofParts, initialization, cipher).media === samplesOf(ofSegment, initialization, cipher).media
    const looked = parts.map((part, i) => ({
      ...part,
      hasKeyFrame: samplesOf(ofParts.slice(i, i + 1), initialization, cipher).hasKeyFrame,
    }))
    this.#checker.whole(this.#url, {
      uri: uri ?? '',
      isSame,
      falselyIndependent: looked
        .filter((part) => part.isIndependent && !part.hasKeyFrame)
        .map((part) => part.uri),
      notSaid: looked.filter((part) => !part.isIndependent && part.hasKeyFrame).map((part) => part.uri),
    })
  }

  async #file(uri: string): Promise<Buffer> {
    const known = this.#files.get(uri)
    if (known) return known
    const { status, body } = await this.#client.get(new URL(uri, this.#url).href)
    if (status !== 200) throw new Error(`${uri}: status ${status}`)
    return body
  }

  #initialization(map: string): Promise<Initialization> {
    const known = this.#initializations.get(map)
    if (known) return known
    const uri = textOf(attributesOf({ name: '#EXT-X-MAP', value: map, line: 0 }), 'URI') ?? ''
    const read = this.#file(uri).then(readInitialization)
    read.catch(() => this.#initializations.delete(map))
    this.#initializations.set(map, read)
    return read
  }

  async #cipher(tag: string | null): Promise<Cipher | null> {
    if (tag === null || !this.#keyOf) return null
    const attributes = attributesOf({ name: '#EXT-X-KEY', value: tag, line: 0 })
    const uri = textOf(attributes, 'URI') ?? ''
    const key = this.#keys.get(uri) ?? this.#keyOf(uri)
    key.catch(() => this.#keys.delete(uri))
    this.#keys.set(uri, key)
    return { key: await key, iv: Buffer.from((attributes.get('IV') ?? '').slice(2), 'hex') }
  }
}
