/** What was typed in the forms that are open and is not saved: it goes only after a question. */
import { useEffect, useEffectEvent } from 'react'
import { create } from 'zustand'
import type { Address } from '../ui/address.ts'

/** A place of the console, as the router has it. */
export interface Place {
  readonly pathname: string
  readonly search: object
}

export interface Unsaved {
  /** What of the search parameters the form stands and falls with; nothing where it is there with its path. */
  readonly of: (search: Address) => unknown
  /** Called where it is given up. */
  readonly discard: () => void
  /** True for what is shown this once, which nobody typed. */
  readonly once: boolean
}

export const useAllUnsaved = create<{ readonly all: readonly Unsaved[] }>()(() => ({ all: [] }))

/** What would go between two places. Pure. */
export const lostBetween = (all: readonly Unsaved[], now: Place, next: Place): readonly Unsaved[] =>
  all.filter(({ of }) => now.pathname !== next.pathname || of({ ...now.search }) !== of({ ...next.search }))

/**
 * Has the operator asked before what is typed in a form goes, also with the window.
 * A form that leaves by itself, as after it was saved, navigates with `ignoreBlocker`.
 */
export function useUnsaved(isUnsaved: boolean, options: Partial<Unsaved> = {}): void {
  const of = useEffectEvent((search: Address) => options.of?.(search))
  const discard = useEffectEvent(() => options.discard?.())
  const { once = false } = options
  useEffect(() => {
    if (!isUnsaved) return
    const one: Unsaved = { of: (search) => of(search), discard: () => discard(), once }
    useAllUnsaved.setState(({ all }) => ({ all: [...all, one] }))
    return () => useAllUnsaved.setState(({ all }) => ({ all: all.filter((other) => other !== one) }))
  }, [isUnsaved, once])
}
