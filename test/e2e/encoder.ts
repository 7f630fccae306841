/** An encoder as the console sees one. */
import { spawn } from 'node:child_process'
import { makeFlv } from '../support/ffmpeg.ts'
import { waitFor } from '../support/wait-for.ts'

export interface EncoderOptions {
  /** Seconds between key frames; 2 unless given. */
  readonly keyFrameSeconds?: number
  /** Black pictures without sound. */
  readonly dark?: boolean
}

/** Pictures a second. */
export const ENCODER_FPS = 25
/** What `small` of fixture.ts asks for, so that it is passed through; with seldom key frames it is transcoded. */
const SOURCE = { seconds: 64, size: '640x360', fps: ENCODER_FPS, videoBps: 500_000 } as const

export interface Encoder {
  /** Nothing comes from it until it is resumed. */
  pause(): void
  resume(): void
  /** Ends it without a word. */
  kill(): void
  /** Ends it as Ctrl+C does, and waits. */
  stop(): Promise<void>
  /** True once it ended, whoever ended it. */
  ended(): boolean
  /** Pictures it has sent; all of them once it has ended. */
  frames(): number
}

/**
 * Publishes to an address until it is stopped: what an encoder made before, so that encoding takes no time from
 * what is tested.
 */
export async function startEncoder(
  url: string,
  { keyFrameSeconds = 2, dark = false }: EncoderOptions = {},
): Promise<Encoder> {
  const file = await makeFlv({ ...SOURCE, gopSeconds: keyFrameSeconds, ...(dark && { dark }) })
  const child = spawn(
    'ffmpeg',
    [
      ...['-hide_banner', '-loglevel', 'error', '-nostats', '-progress', 'pipe:1', '-re'],
      ...['-stream_loop', '-1', '-i', file, '-c', 'copy', '-f', 'flv', url],
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  let hasClosed = false
  let progress = ''
  child.stdout
    .setEncoding('utf8')
    .on('data', (text: string) => (progress = `${progress}${text}`.slice(-2000)))
  // After its exit, when all it said is read.
  child.on('close', () => (hasClosed = true))
  const ended = () => hasClosed
  return {
    ended,
    frames: () => Number([...progress.matchAll(/^frame=(\d+)$/gm)].at(-1)?.[1] ?? 0),
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    kill: () => void child.kill('SIGKILL'),
    stop: async () => {
      // A paused one does not hear that it is to end.
      child.kill('SIGCONT')
      if (!ended()) child.kill('SIGINT')
      await waitFor(ended, 'the end of ffmpeg')
    },
  }
}
