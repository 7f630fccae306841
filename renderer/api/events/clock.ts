/** The engine's clock on the screen: one timer for all figures that run, once a second. */
import { useSyncExternalStore } from 'react'
import { engineTime } from './anchor.ts'
import { getLive, subscribeLive } from './store.ts'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined
let here = Date.now()
let now = here
let unsubscribe = (): void => undefined

/** Engine time in milliseconds since 1970, to the moment. Where time is moved in the engine, it is here. */
export const readClock = (): number => timeAt(Date.now())

function timeAt(at: number): number {
  const { state } = getLive()
  return state ? engineTime(state.clock, at) : at
}

const rate = (): number => getLive().state?.clock.rate ?? 1

/** Wakes just after the engine's second begins, so that all timers step together. */
function tick(): void {
  here = Date.now()
  now = timeAt(here)
  for (const listener of listeners) listener()
  timer = setTimeout(tick, rate() === 1 ? 1005 - (now % 1000) : 1000)
}

/** What the engine's clock was moved by is shown with the message that tells it, not a second later. */
function followMoves(): () => void {
  let known = getLive().state?.clock
  return subscribeLive(() => {
    const clock = getLive().state?.clock
    const isMoved = clock && known && Math.abs(clock.engineAt - engineTime(known, clock.hereAt)) > 1000
    known = clock
    if (!isMoved) return
    clearTimeout(timer)
    tick()
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    unsubscribe = followMoves()
    tick()
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearTimeout(timer)
    timer = undefined
    unsubscribe()
  }
}

/** Engine time in milliseconds since 1970, renewed each second. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)

/** This computer's clock, renewed with it. */
export const useHere = (): number => useSyncExternalStore(subscribe, () => here)
