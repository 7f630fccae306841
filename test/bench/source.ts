import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { PICTURES } from './pictures.ts'
import type { PicturesName } from './pictures.ts'

const FOLDER = join('out', 'bench')

export interface SourceShape {
  readonly width: number
  readonly height: number
  readonly bitRate: string
  readonly seconds: number
  /** `noise` where it is left out. */
  readonly pictures?: PicturesName
}

/** The sound ends before the pictures do, which then say where the file begins again. */
const SOUND_SHORTER_SECONDS = 0.1

/**
 * An FLV file to publish: 30 frames/s, a key frame each 2 s, AAC 96 kbit/s. Key frames are 2 s apart also where it is
 * played over and over: else what passes through would be transcoded from there on.
 * @param shape `seconds` is even
 */
export function makeSource(shape: SourceShape): string {
  const { height, bitRate, seconds, pictures = 'noise' } = shape
  mkdirSync(FOLDER, { recursive: true })
  const file = join(FOLDER, `${pictures}-${height}-${bitRate}-${seconds}.flv`)
  if (existsSync(file)) return file
  const video = PICTURES[pictures](shape)
  const encode = `-c:v libx264 -preset veryfast -profile:v main -pix_fmt yuv420p -g 60 -keyint_min 60 -sc_threshold 0 -bf 0`
  const rate = `-b:v ${bitRate} -maxrate ${bitRate} -bufsize ${bitRate}`
  const sound = `sine=frequency=440:sample_rate=48000:duration=${seconds - SOUND_SHORTER_SECONDS}`
  const args =
    `-y -loglevel error -f lavfi -i ${video} -f lavfi -i ${sound} -t ${seconds} ${encode} ${rate} -c:a aac -b:a 96k -ac 2`.split(
      ' ',
    )
  const { status, stderr } = spawnSync('ffmpeg', [...args, '-f', 'flv', file], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`ffmpeg could not make the source: ${stderr}`)
  return file
}

/** Publishes a file in real time, over and over, for so many seconds. */
export function publish(file: string, url: string, seconds: number): ChildProcess {
  const args =
    `-nostdin -loglevel error -re -stream_loop -1 -i ${file} -t ${seconds} -c copy -f flv ${url}`.split(' ')
  return spawn('ffmpeg', args, { stdio: ['ignore', 'ignore', 'inherit'] })
}
