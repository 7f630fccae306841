/** When pictures are bright and when sound is heard, in media that flashes and beeps. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface FlashesAndBeeps {
  /** Starts of flashes and of beeps, seconds after the first picture or sound. */
  readonly flashes: readonly number[]
  readonly beeps: readonly number[]
  /** How late each flash was drawn, seconds: its sender says it by its brightness. */
  readonly lateness: readonly number[]
  /** Times of all pictures, and of all pieces of sound of 10 ms. */
  readonly pictures: readonly number[]
  readonly sounds: readonly number[]
}

/**
 * @param playlist address or file of a media playlist that has ended
 * @throws Error with ffmpeg's words when it can't decode all of it
 */
export async function flashesAndBeeps(playlist: string): Promise<FlashesAndBeeps> {
  const [video, audio] = await Promise.all([
    levels(playlist, [
      '-map',
      '0:v:0?',
      '-vf',
      'scale=16:16,signalstats,metadata=print:key=lavfi.signalstats.YAVG:file=-',
    ]),
    levels(playlist, [
      ...['-map', '0:a:0?', '-af'],
      'asetnsamples=480,astats=metadata=1:reset=1,ametadata=print:key=lavfi.astats.Overall.RMS_level:file=-',
    ]),
  ])
  const zero = Math.min(video[0]?.time ?? Infinity, audio[0]?.time ?? Infinity)
  return {
    flashes: onsets(video, 120).map(({ time }) => time - zero),
    beeps: onsets(audio, -30).map(({ time }) => time - zero),
    lateness: onsets(video, 120).map(({ value }) => (255 - ((value - 16) * 255) / 219) / 1000),
    pictures: video.map(({ time }) => time - zero),
    sounds: audio.map(({ time }) => time - zero),
  }
}

interface Level {
  readonly time: number
  readonly value: number
}

async function levels(playlist: string, args: readonly string[]): Promise<Level[]> {
  // A copy on disk may name segments elsewhere.
  const protocols = ['-protocol_whitelist', 'file,http,https,tcp,tls,crypto,data']
  const input = ['-v', 'error', '-nostdin', '-allowed_extensions', 'ALL', ...protocols, '-i', playlist]
  const { stdout, stderr } = await run(
    'ffmpeg',
    [...input, ...args, '-fps_mode', 'passthrough', '-f', 'null', '-'],
    {
      maxBuffer: 64 * 1024 * 1024,
    },
  )
  if (stderr.trim() !== '') throw new Error(`ffmpeg: ${stderr.trim()}`)
  return [...stdout.matchAll(/pts_time:(\S+)\s+\S+=(\S+)/g)].map(([, time, value]) => ({
    time: Number(time),
    value: value === '-inf' ? -Infinity : Number(value),
  }))
}

function onsets(all: readonly Level[], threshold: number): Level[] {
  return all.filter(({ value }, i) => value > threshold && !((all[i - 1]?.value ?? -Infinity) > threshold))
}
