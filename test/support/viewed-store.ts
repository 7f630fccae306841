/** A store in memory that is looked at as viewers do: after each change everything that is listed is there. */
import { posix } from 'node:path'
import type { MediaPlaylist } from '../../service/protocol/hls/media-playlist.ts'
import { readMediaPlaylist, variantUris } from '../../service/protocol/hls/read-media-playlist.ts'
import type { ObjectFacts, PutOptions, StoredObject } from '../../service/provider/archive/provider.ts'
import { validateMediaPlaylist } from './hls.ts'
import { MemoryStore } from './memory-store.ts'

/** A playlist as those who follow it have seen it. */
interface Seen {
  readonly numbers: Map<string, number>
  readonly breaks: Map<string, number>
  ended: boolean
}

export class ViewedStore extends MemoryStore {
  /** What broke a rule, in words. */
  readonly wrong: string[] = []
  /** Keys in the order of the puts. */
  readonly puts: string[] = []
  readonly cacheControls = new Map<string, string | undefined>()
  readonly #seen = new Map<string, Seen>()

  override async put(object: StoredObject, options: PutOptions): Promise<ObjectFacts> {
    const facts = await super.put(object, options)
    this.puts.push(object.key)
    this.cacheControls.set(object.key, object.cacheControl)
    if (object.key.endsWith('.m3u8')) this.#listed(object.key)
    return facts
  }

  override async delete(key: string): Promise<void> {
    await super.delete(key)
    this.#seen.delete(key)
    for (const list of this.objects.keys()) if (list.endsWith('.m3u8')) this.#namesWhatIsThere(list)
  }

  text(key: string): string | null {
    return this.objects.get(key)?.toString('utf8') ?? null
  }

  playlist(key: string): MediaPlaylist {
    const playlist = readMediaPlaylist(this.text(key) ?? '')
    if (!playlist) throw new Error(`${key} is no media playlist`)
    return playlist
  }

  #listed(key: string): void {
    this.#namesWhatIsThere(key)
    if (posix.basename(key) === 'index.m3u8') return
    validateMediaPlaylist(this.text(key) ?? '', `http://localhost/${key}`, this.wrong)
    const { segments, mediaSequence, discontinuitySequence, ended } = this.playlist(key)
    const before = this.#seen.get(key)
    const seen = before && !before.ended ? before : { numbers: new Map(), breaks: new Map(), ended }
    let breaks = discontinuitySequence
    for (const [index, { uri, discontinuity }] of segments.entries()) {
      if (discontinuity) breaks += 1
      this.#same(seen.numbers, uri, mediaSequence + index, `${key}: the number of`)
      this.#same(seen.breaks, uri, breaks, `${key}: the discontinuities before`)
    }
    this.#seen.set(key, { ...seen, ended })
  }

  #same(known: Map<string, number>, uri: string, value: number, what: string): void {
    const before = known.get(uri)
    if (before !== undefined && before !== value) this.wrong.push(`${what} ${uri} was ${before}, is ${value}`)
    const isTaken = [...known].some(([other, number]) => other !== uri && number === value)
    if (what.includes('number') && isTaken) this.wrong.push(`${what} ${uri} is another one's`)
    known.set(uri, value)
  }

  #namesWhatIsThere(key: string): void {
    const folder = posix.dirname(key)
    const text = this.text(key) ?? ''
    const isMedia = posix.basename(key) !== 'index.m3u8'
    const names = isMedia
      ? this.playlist(key).segments.flatMap(({ uri, mapUri }) => [uri, mapUri])
      : variantUris(text)
    for (const name of names) {
      if (!this.objects.has(posix.join(folder, name)))
        this.wrong.push(`${key} names ${name}, which is not there`)
    }
  }
}
