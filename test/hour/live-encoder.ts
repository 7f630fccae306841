/** An encoder that encodes as it sends, so that its sound and its picture can be taken away at a moment of our choice. */
import { spawn } from 'node:child_process'
import { waitFor } from '../support/wait-for.ts'

export interface LiveEncoder {
  /** Digital silence from now on, or the tone again. */
  mute(on: boolean): void
  /** Black pictures from now on, or the moving ones again. */
  blacken(on: boolean): void
  /** Nothing comes from it until it is resumed. */
  pause(): void
  resume(): void
  /** Ends it without a word. */
  kill(): void
  /** Ends it as Ctrl+C does, and waits. */
  stop(): Promise<void>
  /** Seconds of media that it has sent. */
  sent(): number
}

const FPS = 25

/** @param keyFrameSeconds between key frames */
export function startLiveEncoder(url: string, keyFrameSeconds = 2): LiveEncoder {
  const gop = String(FPS * keyFrameSeconds)
  const child = spawn(
    'ffmpeg',
    [
      ...['-hide_banner', '-loglevel', 'error', '-nostats', '-progress', 'pipe:1', '-stats_period', '0.1'],
      ...['-re', '-f', 'lavfi', '-i', `testsrc2=size=640x360:rate=${FPS}`],
      ...['-re', '-f', 'lavfi', '-i', 'sine=frequency=1000:sample_rate=48000'],
      ...['-filter:v', 'drawbox=t=fill:enable=0', '-filter:a', 'volume=volume=1:eval=once'],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-pix_fmt', 'yuv420p'],
      ...['-b:v', '500k', '-maxrate', '500k', '-bufsize', '500k', '-g', gop, '-keyint_min', gop],
      ...['-sc_threshold', '0', '-c:a', 'aac', '-b:a', '96k', '-ac', '2', '-f', 'flv', url],
    ],
    { stdio: ['pipe', 'pipe', 'ignore'] },
  )
  let ended = false
  let progress = ''
  child.stdout
    .setEncoding('utf8')
    .on('data', (text: string) => (progress = `${progress}${text}`.slice(-2000)))
  child.on('close', () => (ended = true))
  // Who is killed reads no more commands.
  child.stdin.on('error', () => undefined)
  /** ffmpeg takes `c`, then what `sendcmd` would be told, from its standard input. */
  const command = (text: string) => void child.stdin.write(`c${text}\n`)
  return {
    mute: (on) => command(`volume -1 volume ${on ? 0 : 1}`),
    blacken: (on) => command(`drawbox -1 enable ${on ? 1 : 0}`),
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    kill: () => void child.kill('SIGKILL'),
    stop: async () => {
      // A paused one does not hear that it is to end.
      child.kill('SIGCONT')
      if (!ended) child.kill('SIGINT')
      await waitFor(() => ended, 'the end of ffmpeg')
    },
    sent: () => Number([...progress.matchAll(/^out_time_us=(\d+)$/gm)].at(-1)?.[1] ?? 0) / 1e6,
  }
}
