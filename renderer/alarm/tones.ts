/** What alarms sound like: short tones that the browser makes itself. */
import { useSyncExternalStore } from 'react'
import type { Level } from './alarms.ts'

interface Tone {
  readonly hertz: number
  /** From the beginning of the first, seconds. */
  readonly at: number
  readonly seconds: number
}

const beep = (hertz: number, at: number, seconds = 0.14): Tone => ({ hertz, at, seconds })

const TONES: Readonly<Record<Level, readonly Tone[]>> = {
  urgent: [beep(880, 0), beep(880, 0.22), beep(1175, 0.44, 0.3)],
  attention: [beep(659, 0), beep(659, 0.24)],
  notice: [beep(523, 0, 0.2), beep(784, 0.22, 0.35)],
}

/** Of the loudest that there is. */
const VOLUME = 0.25
/** Without it a tone begins and ends with a click, seconds. */
const EDGE = 0.01

let context: AudioContext | undefined
let isHeldBack = false
const listeners = new Set<() => void>()

function setHeldBack(is: boolean): void {
  isHeldBack = is
  for (const listener of listeners) listener()
}

/** Sounds once. Where the browser lets no sound out before somebody clicks in the page, once that was done. */
export async function sound(level: Level): Promise<void> {
  context ??= new AudioContext()
  if (context.state !== 'running') {
    if (isHeldBack) return
    setHeldBack(true)
    await resumed(context)
    setHeldBack(false)
  }
  for (const tone of TONES[level]) play(context, tone)
}

/** At once, or at the next click or key. */
async function resumed(audio: AudioContext): Promise<void> {
  const listening = new AbortController()
  const { signal } = listening
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, () => void audio.resume(), { signal })
  await audio.resume()
  listening.abort()
}

function play(audio: AudioContext, { hertz, at, seconds }: Tone): void {
  const [begin, end] = [audio.currentTime + at, audio.currentTime + at + seconds]
  const source = new OscillatorNode(audio, { frequency: hertz, type: 'triangle' })
  const gain = new GainNode(audio, { gain: 0 })
  gain.gain.setValueAtTime(0, begin).linearRampToValueAtTime(VOLUME, begin + EDGE)
  gain.gain.setValueAtTime(VOLUME, end - EDGE).linearRampToValueAtTime(0, end)
  source.connect(gain).connect(audio.destination)
  source.start(begin)
  source.stop(end)
}

/** Whether a sound waits for a click. */
export const useHeldBack = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isHeldBack,
  )
