/** A recording as somebody finds it in a store, downloaded and looked at with others' programs. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { validateMediaPlaylist } from './hls.ts'
import { continuousParts, decodeMovie } from './movie.ts'
import type { DecodedMovie } from './movie.ts'
import type { ArchiveTarget } from './storage/archive-targets.ts'

export interface ArchivedRecording {
  /** `<channel>/<connection>/r<rendition>/` */
  readonly path: string
  readonly folder: string
  readonly playlist: string
  readonly movie: string
  /** Names of its files in the store, sorted. */
  readonly names: readonly string[]
}

/** Downloads everything below `path`. */
export async function download(target: ArchiveTarget, path: string, to: string): Promise<ArchivedRecording> {
  const folder = join(to, target.scheme, path)
  await mkdir(folder, { recursive: true })
  const keys = (await target.list()).filter((key) => key.startsWith(path)).toSorted()
  for (const key of keys) await writeFile(join(folder, basename(key)), await target.read(key))
  const names = keys.map((key) => key.slice(path.length))
  return { path, folder, names, playlist: join(folder, 'index.m3u8'), movie: join(folder, 'recording.mp4') }
}

/** What is wrong with it but for its media, in sentences: names that nothing lists, playlist rules. */
export async function faultsOf(archived: ArchivedRecording): Promise<string[]> {
  const { playlist, movie, names } = archived
  const faults: string[] = []
  const text = await readFile(playlist, 'utf8')
  const parsed = validateMediaPlaylist(text, pathToFileURL(playlist).href, faults)
  if (!parsed?.endlist) faults.push(`${playlist} has no end mark`)
  if (text.includes('#EXT-X-KEY')) faults.push(`${playlist} names a key`)
  const listed = [...new Set(parsed?.segments.flatMap(({ uri, map }) => [uri, map.uri]))].toSorted()
  const found = names.filter((name) => !['index.m3u8', 'recording.mp4'].includes(name)).toSorted()
  if (listed.join() !== found.join()) {
    faults.push(`${playlist} lists ${listed.join()}, and there is ${found.join()}`)
  }
  if (!(await isFastStart(movie))) faults.push(`${movie} has its index at the end`)
  return faults
}

/** What decoders get of it, and what they have to say. */
export async function decode({ playlist, movie, folder }: ArchivedRecording) {
  const parts: DecodedMovie[] = []
  for (const [i, text] of continuousParts(await readFile(playlist, 'utf8')).entries()) {
    const part = join(folder, `part-${i}.m3u8`)
    await writeFile(part, text)
    parts.push(await decodeMovie(part))
  }
  const whole = await decodeMovie(movie)
  return {
    playlistFrames: parts.reduce((sum, { video }) => sum + video, 0),
    movieFrames: whole.video,
    durationSeconds: whole.duration,
    complaints: [...parts, whole].flatMap(({ complaints }) => complaints),
  }
}

async function isFastStart(movie: string): Promise<boolean> {
  const head = await readFile(movie)
  return head.indexOf('moov') < head.indexOf('mdat')
}
