/** What `N` and Ctrl N make: each room says it while it is shown. */
import { useEffect } from 'react'

let make: (() => void) | null = null

/** Has `run` called by `N` and Ctrl N while the room is shown; `run` must keep its identity. */
export function useNewThing(run: () => void): void {
  useEffect(() => {
    make = run
    return () => {
      if (make === run) make = null
    }
  }, [run])
}

/** @returns false where the room shown makes nothing */
export function makeNewThing(): boolean {
  make?.()
  return make !== null
}
