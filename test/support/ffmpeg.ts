import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

export interface FfmpegExit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** All that it wrote to stderr. */
  readonly stderr: string
}

/** A running ffmpeg. */
export interface Ffmpeg {
  readonly pid: number
  /** Resolves when it has ended, whatever its exit code. */
  readonly exited: Promise<FfmpegExit>
  /** What it wrote to stderr so far. */
  stderr(): string
  /** SIGKILL by default, as a crash; SIGTERM lets it finish its output. */
  kill(signal?: NodeJS.Signals): void
}

/** Starts ffmpeg with `-hide_banner -nostdin -loglevel error` before `args`. */
export function ffmpeg(args: readonly string[]): Ffmpeg {
  const all = ['-hide_banner', '-nostdin', '-loglevel', 'error', ...args]
  const child = spawn('ffmpeg', all, { stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const exited = new Promise<FfmpegExit>((resolve, reject) => {
    child.once('error', (error) => reject(new Error('ffmpeg could not be started', { cause: error })))
    child.once('close', (code, signal) => resolve({ code, signal, stderr }))
  })
  // A test that does not wait for the end learns of a failure from what it does wait for.
  exited.catch(() => undefined)
  return {
    pid: child.pid ?? 0,
    exited,
    stderr: () => stderr,
    kill: (signal = 'SIGKILL') => child.kill(signal),
  }
}

/** A fixture; what is left out is as in {@link DEFAULT_FIXTURE}. */
export interface FlvFixture {
  readonly seconds: number
  /** Pixels, `<width>x<height>`. */
  readonly size: string
  /** Frames per second; a fraction may be written as `30000/1001`. */
  readonly fps: number | string
  /** Seconds between key frames. */
  readonly gopSeconds: number
  /** False for a file without video. */
  readonly video: boolean
  /** False for a file without audio. */
  readonly audio: boolean
  readonly videoBps: number
  readonly audioBps: number
  readonly sampleRate: number
  readonly channels: number
  readonly profile: 'baseline' | 'main' | 'high'
  readonly bFrames: number
  readonly preset: string
  /** Black pictures and digital silence; a moving test picture and a tone where it is left out. */
  readonly dark?: true
}

export const DEFAULT_FIXTURE: FlvFixture = {
  seconds: 4,
  size: '320x180',
  fps: 30,
  gopSeconds: 1,
  video: true,
  audio: true,
  videoBps: 400_000,
  audioBps: 96_000,
  sampleRate: 48_000,
  channels: 2,
  profile: 'high',
  bFrames: 0,
  preset: 'ultrafast',
}

/** Raised when the same options are to make another file. */
const FIXTURE_VERSION = 1

/**
 * Makes an FLV file of a moving test picture and a tone, once per set of options and machine; test files
 * that ask at the same time are safe.
 * @returns its path; read it, never change it
 * @throws Error with ffmpeg's words where it fails
 */
export async function makeFlv(options: Partial<FlvFixture> = {}): Promise<string> {
  const fixture = { ...DEFAULT_FIXTURE, ...options }
  const folder = join(tmpdir(), `airdesk-fixtures-${userInfo().uid}`)
  const key = createHash('sha256')
    .update(JSON.stringify([FIXTURE_VERSION, fixture]))
    .digest('hex')
  const path = join(folder, `${key.slice(0, 20)}.flv`)
  if (existsSync(path)) return path
  await mkdir(folder, { recursive: true })
  const unfinished = join(folder, `${randomUUID()}.part`)
  const { code, stderr } = await ffmpeg([...fixtureArguments(fixture), '-f', 'flv', unfinished]).exited
  if (code !== 0) {
    await rm(unfinished, { force: true })
    throw new Error(`ffmpeg could not make a fixture: ${stderr}`)
  }
  await rename(unfinished, path)
  return path
}

function fixtureArguments(fixture: FlvFixture): string[] {
  const [picture, sound] = fixture.dark ? ['color=c=black:', 'anullsrc'] : ['testsrc2=', 'sine']
  return [
    ...(fixture.video ? ['-f', 'lavfi', '-i', `${picture}s=${fixture.size}:r=${fixture.fps}`] : []),
    ...(fixture.audio ? ['-f', 'lavfi', '-i', `${sound}=r=${fixture.sampleRate}`] : []),
    ...(fixture.video ? videoArguments(fixture) : []),
    ...(fixture.audio
      ? ['-c:a', 'aac', '-b:a', String(fixture.audioBps), '-ac', String(fixture.channels)]
      : []),
    ...['-t', String(fixture.seconds)],
  ]
}

function videoArguments(fixture: FlvFixture): string[] {
  const rate = String(fixture.videoBps)
  const keyFrames = `expr:gte(t,n_forced*${fixture.gopSeconds})`
  return [
    ...['-c:v', 'libx264', '-preset', fixture.preset, '-profile:v', fixture.profile, '-pix_fmt', 'yuv420p'],
    ...['-bf', String(fixture.bFrames), '-g', '9999', '-sc_threshold', '0', '-force_key_frames', keyFrames],
    ...['-b:v', rate, '-maxrate', rate, '-bufsize', rate],
  ]
}
