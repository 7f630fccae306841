/** What a process that was killed has left on disk, brought into order at the next start. */
import { appendFile, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { ID_PATTERN } from '../../contract/ids.ts'
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import { OWN_FILE } from '../../platform/paths/own-modes.ts'
import { errorCode } from '../../platform/error-code.ts'

/** A connection whose files are still there, with their end mark. */
export interface RecoveredConnection {
  readonly channelId: ChannelId
  readonly connectionId: ConnectionId
}

const END_MARK = '#EXT-X-ENDLIST'

/**
 * Every media playlist gets its end mark; temporary files, segments that no playlist lists, connections
 * that have no playlist and channels that no longer exist are removed. Listed segments that were only in
 * the memory of the lost process are marked as a gap. Files that are not the origin's are left alone.
 * @param root folder of the segment store; it need not exist
 * @returns the connections whose files stay, to be removed later
 * @throws Error when the folder can't be read
 */
export async function recoverStore(
  root: string,
  channels: readonly ChannelId[],
): Promise<RecoveredConnection[]> {
  const known = new Set<string>(channels)
  const recovered: RecoveredConnection[] = []
  for (const name of await foldersWithIds(root)) {
    const folder = join(root, name)
    if (!known.has(name)) await rm(folder, { recursive: true, force: true })
    else {
      const connections = await recoverChannel(folder)
      const channelId = name as ChannelId
      recovered.push(...connections.map((id) => ({ channelId, connectionId: id as ConnectionId })))
    }
  }
  return recovered
}

async function recoverChannel(folder: string): Promise<string[]> {
  const connections = await foldersWithIds(folder)
  const holders = [folder, ...connections.map((name) => join(folder, name))]
  const files = new Set<string>()
  for (const name of await readdir(folder, { recursive: true })) files.add(join(folder, name))
  for (const file of files) {
    if (!file.endsWith('.tmp')) continue
    await rm(file, { force: true })
    files.delete(file)
  }
  const playlists: Playlist[] = []
  for (const holder of holders) playlists.push(...(await readPlaylists(holder)))
  const named = new Set(playlists.flatMap((playlist) => playlist.names))
  for (const file of files) {
    if (/\.(m4s|mp4)$/.test(file) && !named.has(file)) await rm(file, { force: true })
  }
  const kept: Playlist[] = []
  for (const playlist of playlists) if (await finishPlaylist(playlist, files)) kept.push(playlist)
  for (const holder of holders) {
    const removed = playlists.some((playlist) => playlist.folder === holder && !kept.includes(playlist))
    const isEmpty = !kept.some((playlist) => playlist.folder === holder)
    if (removed || isEmpty) await rm(join(holder, 'index.m3u8'), { force: true })
  }
  const needed = connections.filter((name) => kept.some(({ names }) => names.some(isIn(join(folder, name)))))
  for (const name of connections) {
    if (!needed.includes(name)) await rm(join(folder, name), { recursive: true, force: true })
  }
  return needed
}

function isIn(folder: string): (file: string) => boolean {
  return (file) => file.startsWith(`${folder}${sep}`)
}

interface Playlist {
  readonly path: string
  readonly folder: string
  readonly lines: readonly string[]
  /** Files that it names, as paths. */
  readonly names: readonly string[]
}

/** The media playlists of a folder; what isn't a playlist, such as an empty file, is removed. */
async function readPlaylists(folder: string): Promise<Playlist[]> {
  const playlists: Playlist[] = []
  for (const name of await readdir(folder)) {
    if (!/^r\d+\.m3u8$/.test(name)) continue
    const path = join(folder, name)
    const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '')
    if (lines[0] !== '#EXTM3U') await rm(path, { force: true })
    else playlists.push({ path, folder, lines, names: lines.flatMap((line) => namedFile(folder, line)) })
  }
  return playlists
}

function namedFile(folder: string, line: string): string[] {
  const uri = line.startsWith('#') ? mapUri(line) : line
  return uri === null ? [] : [join(folder, uri)]
}

function mapUri(line: string): string | null {
  return /^#EXT-X-MAP:URI="([^"]+)"/.exec(line)?.[1] ?? null
}

/** @returns false where nothing of the playlist is there any more, so that it was removed */
async function finishPlaylist(
  { path, folder, lines }: Playlist,
  files: ReadonlySet<string>,
): Promise<boolean> {
  const finished: string[] = []
  let isMapThere = false
  let hasSegments = false
  for (const line of lines) {
    const uri = mapUri(line)
    if (uri !== null) isMapThere = files.has(join(folder, uri))
    if (!line.startsWith('#') && isMapThere && files.has(join(folder, line))) hasSegments = true
    else if (!line.startsWith('#')) finished.push('#EXT-X-GAP')
    finished.push(line)
  }
  if (!finished.includes(END_MARK)) finished.push(END_MARK)
  if (!hasSegments) await rm(path, { force: true })
  else if (finished.length > lines.length) await replace(path, raiseVersion(finished))
  return hasSegments
}

/** EXT-X-GAP came with version 8; clients of an older one get a 404 where it stands. */
function raiseVersion(lines: readonly string[]): string {
  const hasGap = lines.includes('#EXT-X-GAP')
  const raised = lines.map((line) =>
    hasGap && line.startsWith('#EXT-X-VERSION:') ? '#EXT-X-VERSION:8' : line,
  )
  return `${raised.join('\n')}\n`
}

/** On a full disk the end mark may still fit behind the text that is there; else the playlist goes. */
async function replace(path: string, text: string): Promise<void> {
  const temporary = `${path}.recovered.tmp`
  try {
    await writeFile(temporary, text, { mode: OWN_FILE })
    await rename(temporary, path)
  } catch {
    await rm(temporary, { force: true })
    await appendFile(path, `${END_MARK}\n`).catch(() => rm(path, { force: true }))
  }
}

async function foldersWithIds(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries
      .filter((entry) => entry.isDirectory() && ID_PATTERN.test(entry.name))
      .map(({ name }) => name)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}
