import { useBlocker } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { desktop } from '../desktop/bridge.ts'
import { lostBetween, useAllUnsaved, type Place } from '../form/unsaved.ts'
import { askDiscard } from '../ui/ask-discard.ts'

/** Asks before another address, or the end of the window, takes along what is typed and not saved. */
export function useUnsavedQuestion(): void {
  const { t } = useTranslation()
  const isAsked = useRef(false)
  const isUnsaved = useAllUnsaved(({ all }) => all.length > 0)
  const mayStay = async (now: Place, next: Place): Promise<boolean> => {
    const lost = lostBetween(useAllUnsaved.getState().all, now, next)
    if (lost.length === 0) return false
    if (isAsked.current) return true
    isAsked.current = true
    const isDiscarded = await new Promise<boolean>((resolve) => {
      const once = lost.some((one) => one.once)
      askDiscard(
        t,
        () => resolve(true),
        once,
        () => resolve(false),
      )
    })
    isAsked.current = false
    if (isDiscarded) for (const one of lost) one.discard()
    return !isDiscarded
  }
  useBlocker({
    disabled: !isUnsaved,
    // The desktop's window would not close, and nobody would be asked.
    enableBeforeUnload: desktop === undefined,
    shouldBlockFn: ({ current, next }) => mayStay(current, next),
  })
}
