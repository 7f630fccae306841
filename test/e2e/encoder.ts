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
  /** Goes on, and connects again where it was given up for its silence meanwhile, as encoders do. */
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
  let [hasClosed, returns, progress] = [false, false, '']
  const begin = () => {
    const encoder = spawn(
      'ffmpeg',
      [
        ...['-hide_banner', '-loglevel', 'error', '-nostats', '-progress', 'pipe:1', '-re'],
        ...['-stream_loop', '-1', '-i', file, '-c', 'copy', '-f', 'flv', url],
      ],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    )
    encoder.stdout
      .setEncoding('utf8')
      .on('data', (text: string) => (progress = `${progress}${text}`.slice(-2000)))
    // After its exit, when all it said is read.
    encoder.on('close', () => {
      if (returns) child = begin()
      else hasClosed = true
    })
    return encoder
  }
  let child = begin()
  const ended = () => hasClosed
  const signal = (name: NodeJS.Signals, mayReturn = false) => {
    returns = mayReturn
    child.kill(name)
  }
  return {
    ended,
    frames: () => Number([...progress.matchAll(/^frame=(\d+)$/gm)].at(-1)?.[1] ?? 0),
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT', true),
    kill: () => signal('SIGKILL'),
    stop: async () => {
      // A paused one does not hear that it is to end.
      signal('SIGCONT')
      if (!ended()) signal('SIGINT')
      await waitFor(ended, 'the end of ffmpeg')
    },
  }
}
