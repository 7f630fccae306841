/**
 * A recording made into a movie, against ffmpeg's remuxing of the same segments with the head in front, in
 * rounds that alternate. Ours also computes the MD5 of the movie and writes the playlist; ffmpeg's writes
 * the media again, twice.
 */
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SEGMENTS_NAME, initFileName } from '../../service/media/spool/index-file.ts'
import { hlsSource, shifted } from '../support/hls-source.ts'
import type { HlsSource } from '../support/hls-source.ts'
import { writeSpool } from '../support/spool.ts'
import { comparison, spread } from './rows.ts'
import type { Row } from './rows.ts'

const SOURCE_SECONDS = 20
const RECORDING_SECONDS = 600

interface Cost {
  /** Seconds. */
  readonly wall: number
  /** Seconds of user and system time. */
  readonly cpu: number
}

interface OwnCost extends Cost {
  /** Largest resident memory of the process, MB. */
  readonly megabytes: number
}

export async function compareMovies({ rounds }: { readonly rounds: number }): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'airdesk-bench-movie-'))
  try {
    const input = await makeRecording(folder)
    const [ours, theirs]: [OwnCost[], Cost[]] = [[], []]
    for (let round = 1; round <= rounds; round++) {
      theirs.push(remux(input, join(folder, 'ffmpeg.mp4')))
      ours.push(seal(folder))
      console.log(`  round ${round}: ours ${describe(ours.at(-1))}, theirs ${describe(theirs.at(-1))}`)
    }
    return [
      rowOf('Movie of 10 minutes, CPU s', '≤ 2', ours, theirs, ({ cpu }) => cpu),
      rowOf('Movie of 10 minutes, s', '≤ 1', ours, theirs, ({ wall }) => wall),
      [
        'Sealing it, largest resident memory, MB',
        spread(
          ours.map((c) => c.megabytes),
          0,
        ),
        '',
        '',
        '≤ 150',
      ],
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** @returns the segments as one fragmented MP4, which ffmpeg can read */
async function makeRecording(folder: string): Promise<string> {
  const source = await hlsSource({
    ...{ seconds: SOURCE_SECONDS, size: '1280x720', videoBps: 2_000_000, gopSeconds: 2, bFrames: 2 },
    preset: 'veryfast',
  })
  const repeats = Array.from({ length: RECORDING_SECONDS / SOURCE_SECONDS }, (_, i) => i * SOURCE_SECONDS)
  const units = repeats.flatMap((seconds) => withoutOverlap(shifted(source, seconds)).units)
  await writeSpool(folder, [{ ...source, units }])
  const input = join(folder, 'input.mp4')
  const init = await readFile(join(folder, initFileName(0)))
  await writeFile(input, Buffer.concat([init, await readFile(join(folder, SEGMENTS_NAME))]))
  return input
}

/** ffmpeg ends sound with a block or two more than there are pictures for. */
function withoutOverlap(source: HlsSource): HlsSource {
  const blocks = source.units.filter(({ kind }) => kind === 'audio')
  const kept = new Set(blocks.slice(0, Math.floor((SOURCE_SECONDS * 48_000) / 1024)))
  return { ...source, units: source.units.filter((unit) => unit.kind === 'video' || kept.has(unit)) }
}

function seal(folder: string): OwnCost {
  const { stdout, stderr } = run(process.execPath, [join(import.meta.dirname, 'movie/seal.ts'), folder])
  if (!stdout) throw new Error(`the recording could not be sealed: ${stderr}`)
  return JSON.parse(stdout) as OwnCost
}

function remux(input: string, output: string): Cost {
  const copy = ['-c', 'copy', '-movflags', '+faststart', output]
  const { stderr } = run('ffmpeg', ['-nostdin', '-y', '-benchmark', '-i', input, ...copy])
  const [, user, system, real] = /utime=([\d.]+)s stime=([\d.]+)s rtime=([\d.]+)s/.exec(stderr) ?? []
  if (real === undefined) throw new Error(`ffmpeg could not make the movie: ${stderr}`)
  return { wall: Number(real), cpu: Number(user) + Number(system) }
}

const run = (command: string, args: readonly string[]) => spawnSync(command, args, { encoding: 'utf8' })

const describe = (cost?: Cost) => cost && `${cost.cpu.toFixed(2)} CPU s, ${cost.wall.toFixed(2)} s`

function rowOf(
  name: string,
  target: string,
  ours: readonly Cost[],
  theirs: readonly Cost[],
  value: (cost: Cost) => number,
): Row {
  return comparison(name, ours.map(value), { name: 'ffmpeg', values: theirs.map(value) }, 2, target)
}
