/**
 * How alike the pictures of a ladder are to its source, ours and those of the ffmpeg command, by ffmpeg's `ssim` filter
 * against the source scaled by ffmpeg, rounded exactly. Both get the whole file as fast as they can, with the settings of
 * a broadcast.
 */
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { VideoTarget } from '../../service/contract/media.ts'
import { h264File } from '../support/encoded-track.ts'
import { readFlv } from '../support/flv-fixture.ts'
import type { SourceFixture } from '../support/flv-fixture.ts'
import { transcode } from '../support/transcoder.ts'
import { FFMPEG_LADDER } from './peers.ts'

export interface Quality {
  /** Of luma, at most 1. */
  readonly ssim: number
  readonly kilobitsPerSecond: number
}

/**
 * @param file FLV of so many seconds, 30 frames/s
 * @returns one of each for each target, in their order
 * @throws Error with ffmpeg's words when it fails
 */
export async function compareQuality(
  file: string,
  seconds: number,
  targets: readonly VideoTarget[],
): Promise<{ ours: Quality[]; theirs: Quality[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'airdesk-bench-quality-'))
  const path = (whose: string, n: number) => join(folder, `${whose}${n}.h264`)
  try {
    await transcodeTo((n) => path('ours', n), file, targets)
    encodeTo((n) => path('theirs', n), file)
    const measure = async (whose: string, target: VideoTarget, n: number): Promise<Quality> => {
      const encoded = path(whose, n)
      const bits = (await readFile(encoded)).length * 8
      return { ssim: likeness(encoded, file, target), kilobitsPerSecond: bits / seconds / 1000 }
    }
    return {
      ours: await Promise.all(targets.map((target, n) => measure('ours', target, n))),
      theirs: await Promise.all(targets.map((target, n) => measure('theirs', target, n))),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function transcodeTo(
  path: (output: number) => string,
  file: string,
  targets: readonly VideoTarget[],
): Promise<void> {
  const { video } = await transcode(fromZero(readFlv(await readFile(file))), [...targets])
  for (const [n, { track, units }] of video.entries()) {
    if (!track) throw new Error('the transcoder gave no track')
    await writeFile(path(n), h264File(track.decoderConfig, units))
  }
}

/** The pictures alone, the first at 0: so both have their key frames at the same ones. */
function fromZero({ video }: SourceFixture): SourceFixture {
  const first = video?.units[0]?.pts ?? 0
  const pictures = video?.units.map((unit) => ({ ...unit, pts: unit.pts - first, dts: unit.dts - first }))
  return { video, audio: null, units: (pictures ?? []).map((unit) => ({ kind: 'video', unit })) }
}

function encodeTo(path: (output: number) => string, file: string): void {
  const { filters, coding } = FFMPEG_LADDER
  const both = path(0).replace(/h264$/, 'mkv')
  const encode = `-map [v0] -map [v1] ${coding} -f matroska ${both}`.split(' ')
  ffmpeg('-i', file, '-filter_complex', filters, ...encode)
  for (const n of [0, 1]) ffmpeg('-i', both, '-map', `0:v:${n}`, '-c', 'copy', path(n))
}

function likeness(encoded: string, source: string, { width, height }: VideoTarget): number {
  const numbered = 'settb=1/30,setpts=N'
  const scaled = `[1:v]${numbered},scale=${width}:${height}:flags=bicubic+accurate_rnd[b]`
  const compare = `[0:v]${numbered}[a];${scaled};[a][b]ssim`
  const said = ffmpeg('-i', encoded, '-i', source, '-filter_complex', compare, '-f', 'null', '-')
  return Number(/SSIM Y:([\d.]+)/.exec(said)?.[1])
}

/** @returns what it said */
function ffmpeg(...args: readonly string[]): string {
  const { status, stderr } = spawnSync('ffmpeg', ['-nostdin', '-y', ...args], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`ffmpeg ${args.join(' ')}: ${stderr}`)
  return stderr
}
