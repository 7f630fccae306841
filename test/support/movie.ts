/** Reads whole movies with readers that are not ours. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'
import type { InputTrack } from 'mediabunny'
import type { Track } from '../../service/contract/media.ts'
import { readFragment } from './boxes.ts'

type Kind = Track['kind']

export interface MovieSample {
  /** Presentation time, from the first one of all tracks. */
  readonly seconds: number
  readonly data: Uint8Array
}

/** In decoding order. */
export type MovieSamples = Readonly<Record<Kind, readonly MovieSample[]>>

/** What media segments with video as track 1 and sound as track 2 hold, one behind the other. */
export function samplesOfSegments(
  segments: readonly Uint8Array[],
  timescales: Readonly<Record<Kind, number>>,
): MovieSamples {
  const runs = segments.flatMap((file) => readFragment(file))
  const of = (kind: Kind) =>
    runs
      .filter(({ trackId }) => trackId === (kind === 'video' ? 1 : 2))
      .flatMap(({ samples }) => samples.map(({ pts, data }) => ({ seconds: pts / timescales[kind], data })))
  const [video, audio] = [of('video'), of('audio')]
  const start = Math.min(...[...video, ...audio].map(({ seconds }) => seconds))
  const fromStart = (samples: readonly MovieSample[]) =>
    samples.map(({ seconds, data }) => ({ seconds: seconds - start, data }))
  return { video: fromStart(video), audio: fromStart(audio) }
}

/** What mediabunny finds in a movie. */
export async function samplesOfMovie(movie: Uint8Array): Promise<MovieSamples> {
  const input = new Input({ source: new BufferSource(movie), formats: ALL_FORMATS })
  try {
    const read = async (track: InputTrack | null) => {
      const samples: MovieSample[] = []
      if (!track) return samples
      for await (const { timestamp, data } of new EncodedPacketSink(track).packets()) {
        samples.push({ seconds: timestamp, data })
      }
      return samples
    }
    return {
      video: await read(await input.getPrimaryVideoTrack()),
      audio: await read(await input.getPrimaryAudioTrack()),
    }
  } finally {
    input.dispose()
  }
}

/** MD5 of all data, one behind the other. */
export function digestOf(samples: readonly MovieSample[]): string {
  const hash = createHash('md5')
  for (const { data } of samples) hash.update(data)
  return hash.digest('hex')
}

export interface DecodedMovie {
  /** Frames of each kind: pictures, or blocks of sound. */
  readonly video: number
  readonly audio: number
  /** When it begins and how long it is, seconds. */
  readonly start: number
  readonly duration: number
  /** What the decoders had to say. */
  readonly complaints: readonly string[]
}

/**
 * Lets ffprobe decode all of a movie or a playlist. Its parser, which only guesses at what it reads, is not listened to: it
 * knows the first sample entry only.
 */
export async function decodeMovie(path: string): Promise<DecodedMovie> {
  const entries = ['-show_entries', 'stream=codec_type,nb_read_frames:format=start_time,duration']
  const anyName = path.endsWith('.m3u8') ? ['-allowed_extensions', 'ALL'] : []
  const args = ['-v', 'error', '-of', 'json', '-count_frames', ...entries, ...anyName, path]
  const { stdout, stderr } = await promisify(execFile)('ffprobe', args)
  const { streams, format } = JSON.parse(stdout) as {
    streams: { codec_type: string; nb_read_frames: string }[]
    format: { start_time: string; duration: string }
  }
  const frames = (kind: Kind) =>
    Number(streams.find(({ codec_type }) => codec_type === kind)?.nb_read_frames ?? 0)
  const complaints = stderr.split('\n').filter((line) => !/^$|^\[NULL @|Last message repeated/.test(line))
  const [start, duration] = [Number(format.start_time), Number(format.duration)]
  return { video: frames('video'), audio: frames('audio'), start, duration, complaints }
}

/** The texts of playlists, one for each stretch between discontinuities: ffmpeg does not follow tracks that come and go. */
export function continuousParts(text: string): string[] {
  const [head = '', ...others] = text.split('#EXT-X-DISCONTINUITY\n')
  const start = head.slice(0, head.indexOf('#EXT-X-MAP'))
  let map = ''
  return [head, ...others].map((part) => {
    map = /#EXT-X-MAP.*\n/.exec(part)?.[0] ?? map
    const segments = part.slice(part.indexOf('#EXT-X-PROGRAM-DATE-TIME'))
    return `${start}${map}${segments.replace('#EXT-X-ENDLIST\n', '')}#EXT-X-ENDLIST\n`
  })
}
