/** A store in memory that is looked at as viewers do: after each change everything that is listed is there. */
import { posix } from 'node:path'
import type { MediaPlaylist } from '../../service/protocol/hls/media-playlist.ts'
import { readMediaPlaylist, variantUris } from '../../service/protocol/hls/read-media-playlist.ts'
import type { ObjectFacts, PutOptions, StoredObject } from '../../service/provider/archive/provider.ts'
import { validateMediaPlaylist } from './hls.ts'
import { MemoryStore } from './memory-store.ts'
import { PlaylistMemory } from './playlist-memory.ts'

export class ViewedStore extends MemoryStore {
  /** What broke a rule, in words. */
  readonly wrong: string[] = []
  /** Keys in the order of the puts. */
  readonly puts: string[] = []
  readonly cacheControls = new Map<string, string | undefined>()
  readonly #memory = new PlaylistMemory('behind its end', this.wrong)

  override async put(object: StoredObject, options: PutOptions): Promise<ObjectFacts> {
    const facts = await super.put(object, options)
    this.puts.push(object.key)
    this.cacheControls.set(object.key, object.cacheControl)
    if (object.key.endsWith('.m3u8')) this.#listed(object.key)
    return facts
  }

  override async delete(key: string): Promise<void> {
    await super.delete(key)
    this.#memory.forget(key)
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
    this.#memory.look(key, this.playlist(key))
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
