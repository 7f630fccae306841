/** The engine's clock on the screen: one timer for all figures that run, once a second. */
import { useSyncExternalStore } from 'react'
import { getLive } from './store.ts'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined
let now = Date.now()

/** Engine time in milliseconds since 1970, to the moment. */
export const readClock = (): number => Date.now() + (getLive().state?.clockOffsetMs ?? 0)

/** Wakes just after the engine's second begins, so that all timers step together. */
function tick(): void {
  now = readClock()
  for (const listener of listeners) listener()
  timer = setTimeout(tick, 1005 - (now % 1000))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) tick()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearTimeout(timer)
    timer = undefined
  }
}

/** Engine time in milliseconds since 1970, renewed each second. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)
