/** An encoder that comes back whenever it is cut off. */
import { setTimeout as delay } from 'node:timers/promises'
import { ffmpeg } from './ffmpeg.ts'
import type { Ffmpeg } from './ffmpeg.ts'
import { listens } from './listens.ts'
import { waitFor } from './wait-for.ts'

export interface KeptEncoder {
  /** How often it was cut off. */
  cuts(): number
  stop(): Promise<void>
}

/** A limit for broken code. */
const PATIENCE_MS = 180_000
/** One that is refused asks again a little later, as encoders do. */
const AGAIN_MS = 200

/**
 * Publishes a file as it is, from its beginning after its end.
 * @param url where; asked each time
 * @param flv a file of `makeFlv`
 */
export function keepPublishing(url: () => string, flv: string): KeptEncoder {
  const state = { stopped: false, cuts: 0 }
  /** Asked again after each wait. */
  const isStopped = () => state.stopped
  let current: Ffmpeg | null = null
  const running = (async () => {
    while (!isStopped()) {
      await waitFor(() => isStopped() || isListening(url()), 'somebody to publish to', PATIENCE_MS)
      current = ffmpeg(['-re', '-stream_loop', '-1', '-i', flv, '-c', 'copy', '-f', 'flv', url()])
      if (isStopped()) current.kill('SIGTERM')
      await current.exited
      if (isStopped()) return
      state.cuts++
      await delay(AGAIN_MS)
    }
  })()
  return {
    cuts: () => state.cuts,
    stop: async () => {
      state.stopped = true
      current?.kill('SIGTERM')
      await running
    },
  }
}

function isListening(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  return listens(Number(port), hostname)
}
