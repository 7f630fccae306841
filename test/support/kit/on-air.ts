/** What tests of the kit put on air. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { System } from '../../../service/kit/index.ts'

const RENDITION = {
  durationSeconds: 1,
  startTimeOffset: -3,
  video: { width: 320, height: 180, fps: 15, bps: 200_000 },
  audio: { bps: 64_000 },
}

/** Makes an MP4 with pictures that are not in the order of their decoding. */
export async function movieIn(folder: string): Promise<string> {
  const file = join(folder, 'movie.mp4')
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=15', '-f', 'lavfi', '-i', 'sine=440']
  const encoded = '-t 3 -c:v libx264 -preset veryfast -bf 2 -g 15 -b:v 200k -pix_fmt yuv420p -c:a aac'
  const args = [...source, ...encoded.split(' '), '-y', file]
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-nostdin', ...args])
  return file
}

/** A channel with one small rendition. */
export async function rtmpChannel({ live }: Pick<System, 'live'>, more: object = {}) {
  const { data, error } = await live('Service_20250901.CreateRTMPChannel', { hls: [RENDITION], ...more })
  if (!data) throw new Error(JSON.stringify(error))
  return data
}
