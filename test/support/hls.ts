/** Reads playlists as players do and says what is wrong with them; asks ffprobe about the media. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { get as httpGet } from 'node:http'
import { get as httpsGet } from 'node:https'
import { promisify } from 'node:util'
import { M3U8Parser, PlaylistLevelType } from 'hls.js'
import type { types } from 'hls-parser'
import { parse, setOptions } from 'hls-parser'

const run = promisify(execFile)
setOptions({ strictMode: true, silent: true })

export interface Access {
  /** File with the certificate authority (PEM) for https. */
  readonly ca?: string
}

export interface Fetched {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** GET over http or https. */
export async function fetchFile(
  url: string,
  ca?: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Fetched> {
  const authority = ca === undefined ? undefined : await readFile(ca)
  return new Promise((resolve, reject) => {
    const options = { headers, agent: false as const }
    const request = url.startsWith('https:')
      ? httpsGet(url, authority ? { ...options, ca: authority } : options)
      : httpGet(url, options)
    request.once('error', reject)
    request.once('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () => {
        const { statusCode = 0, headers: received } = response
        resolve({ status: statusCode, headers: received, body: Buffer.concat(chunks) })
      })
    })
  })
}

/** @throws Error with the status when it is not there */
export async function fetchPlaylist(url: string, ca?: string): Promise<string> {
  const { status, body } = await fetchFile(url, ca)
  if (status !== 200) throw new Error(`${url}: status ${status}`)
  return body.toString()
}

export interface ReadPlaylist {
  readonly url: string
  readonly text: string
  readonly playlist: types.MediaPlaylist
}

export interface Report {
  /** Empty when nothing is wrong; else sentences that name the playlist. */
  readonly faults: readonly string[]
  readonly multivariant: types.MasterPlaylist | null
  readonly media: readonly ReadPlaylist[]
}

/**
 * Loads a multivariant playlist and all it names, and checks them with two independent parsers and with
 * rules of our own: every file there, EXTINF within the target duration, which is everywhere the same, an end
 * mark everywhere or nowhere, the same segment boundaries in every rendition that has video.
 */
export async function validatePlaylists(multivariantUrl: string, { ca }: Access = {}): Promise<Report> {
  const faults: string[] = []
  const text = await fetchPlaylist(multivariantUrl, ca)
  const multivariant = parseMultivariant(text, multivariantUrl, faults)
  const media: ReadPlaylist[] = []
  for (const { uri } of multivariant?.variants ?? []) {
    const url = new URL(uri, multivariantUrl).href
    const mediaText = await fetchPlaylist(url, ca)
    const playlist = validateMediaPlaylist(mediaText, url, faults)
    if (playlist) media.push({ url, text: mediaText, playlist })
  }
  for (const { url, playlist } of media) await checkFiles(url, playlist, faults, ca)
  compareBoundaries(multivariant?.variants ?? [], media, faults)
  return { faults, multivariant, media }
}

function parseMultivariant(text: string, url: string, faults: string[]): types.MasterPlaylist | null {
  const hls = M3U8Parser.parseMasterPlaylist(text, url)
  if (hls.playlistParsingError) faults.push(`${url}: hls.js: ${hls.playlistParsingError.message}`)
  try {
    const parsed = parse(text)
    if (parsed.isMasterPlaylist) {
      if (hls.levels.length !== parsed.variants.length) faults.push(`${url}: hls.js sees other variants`)
      for (const variant of parsed.variants) {
        if (!variant.codecs) faults.push(`${url}: ${variant.uri} has no CODECS`)
        if (!(variant.bandwidth >= (variant.averageBandwidth ?? 0))) faults.push(`${url}: AVERAGE-BANDWIDTH`)
      }
      return parsed
    }
    faults.push(`${url}: not a multivariant playlist`)
  } catch (error) {
    faults.push(`${url}: hls-parser: ${String(error)}`)
  }
  return null
}

/**
 * Checks the text of one media playlist.
 * @param faults is added to
 * @returns the playlist, or null when it can't be read at all
 */
export function validateMediaPlaylist(
  text: string,
  url: string,
  faults: string[],
): types.MediaPlaylist | null {
  const hls = M3U8Parser.parseLevelPlaylist(text, url, 0, PlaylistLevelType.MAIN, 0, null)
  if (hls.playlistParsingError) faults.push(`${url}: hls.js: ${hls.playlistParsingError.message}`)
  try {
    const playlist = parse(text)
    if (playlist.isMasterPlaylist) throw new Error('not a media playlist')
    // What comes behind the last whole segment are parts of one that is being made.
    const whole = playlist.segments.filter(({ uri }) => uri !== '')
    for (const { uri, duration } of whole) {
      if (Math.round(duration) > playlist.targetDuration)
        faults.push(`${url}: ${uri} is too long: ${duration}`)
      if (!(duration > 0)) faults.push(`${url}: ${uri} has no length`)
    }
    const ours = whole.map((s) => `${s.mediaSequenceNumber} ${s.discontinuitySequence}`)
    const theirs = hls.fragments.map((f) => `${f.sn} ${f.cc}`)
    if (theirs.join() !== ours.join())
      faults.push(`${url}: hls.js counts ${theirs.join()} not ${ours.join()}`)
    checkMaps(text, url, faults)
    return playlist
  } catch (error) {
    faults.push(`${url}: hls-parser: ${String(error)}`)
    return null
  }
}

/** An initialization segment in the scope of a key counts as encrypted (RFC 8216 4.3.2.5). */
function checkMaps(text: string, url: string, faults: string[]): void {
  let keyed = false
  let mapped = false
  for (const line of text.split('\n')) {
    if (line.startsWith('#EXT-X-KEY:')) keyed = !line.includes('METHOD=NONE')
    if (line.startsWith('#EXT-X-MAP:')) {
      mapped = true
      if (keyed) faults.push(`${url}: EXT-X-MAP in the scope of a key`)
    }
    if (line !== '' && !line.startsWith('#') && !mapped) faults.push(`${url}: a segment without EXT-X-MAP`)
  }
}

async function checkFiles(
  url: string,
  { segments }: types.MediaPlaylist,
  faults: string[],
  ca: string | undefined,
): Promise<void> {
  const maps = new Set(segments.flatMap(({ map }) => (map.uri ? [map.uri] : [])))
  for (const uri of [...maps, ...segments.map((segment) => segment.uri)]) {
    const { status, body } = await fetchFile(new URL(uri, url).href, ca)
    if (status !== 200 || body.length === 0) faults.push(`${url}: ${uri}: status ${status}`)
  }
}

const BOUNDARY_TOLERANCE_MS = 2

/** Where two playlists overlap, one's segments start where the other's do. Sound alone may differ a frame. */
function compareBoundaries(
  variants: readonly types.Variant[],
  media: readonly ReadPlaylist[],
  faults: string[],
): void {
  if (new Set(media.map(({ playlist }) => playlist.endlist)).size > 1)
    faults.push('not every playlist has ended')
  // RFC 8216 6.2.4.
  const targets = new Set(media.map(({ playlist }) => playlist.targetDuration))
  if (targets.size > 1) faults.push(`target durations of ${[...targets].join(' and ')} s`)
  const withVideo = media.filter((_, i) => variants[i]?.resolution)
  const first = withVideo[0]
  if (!first) return
  const reference = startsOf(first)
  for (const other of withVideo.slice(1)) {
    const starts = startsOf(other)
    const from = Math.max(reference[0] ?? 0, starts[0] ?? 0) - BOUNDARY_TOLERANCE_MS
    const to = Math.min(reference.at(-1) ?? 0, starts.at(-1) ?? 0) + BOUNDARY_TOLERANCE_MS
    const [a, b] = [reference, starts].map((list) => list.filter((start) => start >= from && start <= to))
    const same =
      a?.length === b?.length && a?.every((t, i) => Math.abs(t - (b?.[i] ?? 0)) <= BOUNDARY_TOLERANCE_MS)
    if (!same) faults.push(`${other.url}: segments start at ${b?.join()}, in ${first.url} at ${a?.join()}`)
  }
}

function startsOf({ playlist }: ReadPlaylist): number[] {
  return playlist.segments.map(({ programDateTime }) => programDateTime?.getTime() ?? 0)
}

export interface Probed {
  readonly video: {
    readonly codec: string
    readonly profile: string
    readonly width: number
    readonly height: number
    /** Frames per second. */
    readonly frameRate: number
    readonly bitRateBps: number
    readonly packets: number
  } | null
  readonly audio: {
    readonly codec: string
    readonly sampleRate: number
    readonly channels: number
    readonly bitRateBps: number
    readonly packets: number
  } | null
  readonly durationSeconds: number
}

interface ProbeOutput {
  readonly streams: readonly {
    readonly index: number
    readonly codec_type: string
    readonly codec_name: string
    readonly profile?: string
    readonly width?: number
    readonly height?: number
    readonly r_frame_rate?: string
    readonly sample_rate?: string
    readonly channels?: number
  }[]
  readonly packets: readonly {
    readonly stream_index: number
    readonly pts_time?: string
    readonly duration_time?: string
    readonly size: string
  }[]
}

/** What ffprobe says of a file, a media playlist or an address; a playlist must have ended. */
export async function probe(target: string, access: Access = {}): Promise<Probed> {
  const entries = 'stream=index,codec_type,codec_name,profile,width,height,r_frame_rate,sample_rate,channels'
  const packet = 'packet=stream_index,pts_time,duration_time,size'
  const out = await ffprobe(target, access, ['-show_packets', '-show_entries', `${entries}:${packet}`])
  const { streams, packets } = JSON.parse(out) as ProbeOutput
  const starts = packets.map((p) => Number(p.pts_time ?? 0))
  const ends = packets.map((p) => Number(p.pts_time ?? 0) + Number(p.duration_time ?? 0))
  const durationSeconds = extreme(ends, Math.max) - extreme(starts, Math.min)
  const measure = (index: number) => {
    const own = packets.filter((p) => p.stream_index === index)
    const bytes = own.reduce((sum, p) => sum + Number(p.size), 0)
    return { bitRateBps: (bytes * 8) / durationSeconds, packets: own.length }
  }
  const video = streams.find((s) => s.codec_type === 'video')
  const audio = streams.find((s) => s.codec_type === 'audio')
  const [numerator, denominator] = (video?.r_frame_rate ?? '0/1').split('/').map(Number)
  return {
    video: video
      ? {
          codec: video.codec_name,
          profile: video.profile ?? '',
          width: video.width ?? 0,
          height: video.height ?? 0,
          frameRate: (numerator ?? 0) / (denominator ?? 1),
          ...measure(video.index),
        }
      : null,
    audio: audio
      ? {
          codec: audio.codec_name,
          sampleRate: Number(audio.sample_rate ?? 0),
          channels: audio.channels ?? 0,
          ...measure(audio.index),
        }
      : null,
    durationSeconds,
  }
}

/** Decodes everything and counts the frames: pictures, or blocks of sound. */
export async function countFrames(
  target: string,
  { kind = 'video', ...access }: Access & { readonly kind?: 'video' | 'audio' } = {},
): Promise<number> {
  const select = ['-select_streams', `${kind === 'video' ? 'v' : 'a'}:0`]
  const args = [...select, '-count_frames', '-show_entries', 'stream=nb_read_frames']
  const output = JSON.parse(await ffprobe(target, access, args)) as {
    streams: { nb_read_frames?: string }[]
  }
  return Number(output.streams[0]?.nb_read_frames ?? 0)
}

/** @throws Error with ffprobe's words when it reports anything wrong */
async function ffprobe(target: string, { ca }: Access, args: readonly string[]): Promise<string> {
  const isPlaylist = target.endsWith('.m3u8')
  const { stdout, stderr } = await run(
    'ffprobe',
    [
      ...['-v', 'error', '-of', 'json', '-protocol_whitelist', 'file,http,https,tcp,tls,crypto,data'],
      ...(isPlaylist ? ['-allowed_extensions', 'ALL'] : []),
      ...(ca !== undefined && target.startsWith('https:') ? ['-ca_file', ca] : []),
      ...args,
      target,
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  )
  if (stderr.trim() !== '') throw new Error(`ffprobe: ${stderr.trim()}`)
  return stdout
}

function extreme(values: readonly number[], pick: (a: number, b: number) => number): number {
  return values.length > 0 ? values.reduce((a, b) => pick(a, b)) : 0
}
