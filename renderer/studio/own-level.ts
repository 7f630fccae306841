/** How loud what the studio sends is, past React; measured while somebody looks. */
import { useSyncExternalStore } from 'react'
import type { Levels } from '../api/events/levels.ts'
import { levelWord } from '../sound/level.ts'
import { holdPeak, type Peak } from '../sound/peak.ts'
import { ShortTerm } from './loudness.ts'
import { soundState, type Heard, type SoundState } from './sound-state.ts'
import { sound } from './sources.ts'
import { useStudio } from './use-studio.ts'

const EVERY_MS = 100
/** Figures change once a second. */
const BLOCKS_SHOWN = 10
/** As the service has it: so quiet for so long is digital silence. */
const SILENT_DB = -80
const SILENT_BLOCKS = 20
/** A browser that may make sound, and has made none for so long, has nothing to make it with. */
const STOPPED_BLOCKS = 20

export interface OwnSound {
  readonly word: Heard
  /** LUFS; null before 3 s have come. */
  readonly shortTermLufs: number | null
  /** Highest sample of late, dBFS. */
  readonly peakDb: number
}

const NOTHING: OwnSound = { word: 'notYet', shortTermLufs: null, peakDb: -Infinity }
const listeners = new Set<(levels: Levels) => void>()
const watchers = new Set<() => void>()
let shown = NOTHING
let timer: ReturnType<typeof setInterval> | undefined

/** Begins anew: what was heard before is of no account. */
function begin(): void {
  const shortTerm = new ShortTerm()
  let peak: Peak = { db: -Infinity, at: 0 }
  let blocks = 0
  let silentBlocks = 0
  let stoppedBlocks = 0
  shown = NOTHING
  timer = setInterval(() => {
    if (sound().context.state !== 'running') {
      // Before the operator has acted there is no sound yet.
      if (!navigator.userActivation.hasBeenActive) return
      if (stoppedBlocks === 0) sound().resume()
      stoppedBlocks += 1
      if (stoppedBlocks !== STOPPED_BLOCKS) return
      for (const listener of listeners) listener([-Infinity, -Infinity])
      show({ ...NOTHING, word: 'stopped' })
      return
    }
    stoppedBlocks = 0
    const levels = sound().peaksDb()
    shortTerm.add(sound().power())
    const highest = Math.max(...levels)
    peak = holdPeak(peak, highest, performance.now())
    silentBlocks = highest < SILENT_DB ? silentBlocks + 1 : 0
    for (const listener of listeners) listener(levels)
    blocks += 1
    if (blocks % BLOCKS_SHOWN !== 0) return
    const { lufs } = shortTerm
    const word = silentBlocks >= SILENT_BLOCKS ? 'silent' : levelWord(lufs)
    show({ word, shortTermLufs: lufs, peakDb: peak.db })
  }, EVERY_MS)
}

function show(heard: OwnSound): void {
  shown = heard
  for (const watcher of watchers) watcher()
}

function attend(): () => void {
  if (timer === undefined) begin()
  return () => {
    if (listeners.size + watchers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** @returns how to stop */
export function followOwnLevel(listener: (levels: Levels) => void): () => void {
  listeners.add(listener)
  const leave = attend()
  return () => {
    listeners.delete(listener)
    leave()
  }
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  const leave = attend()
  return () => {
    watchers.delete(watcher)
    leave()
  }
}

/** What is said of it, renewed once a second. */
export const useOwnSound = (): OwnSound => useSyncExternalStore(watch, () => shown)

/** Whether there is sound to send. */
export function useSoundState(): SoundState {
  const word = useSyncExternalStore(watch, () => shown.word)
  return soundState(useStudio(), word)
}
