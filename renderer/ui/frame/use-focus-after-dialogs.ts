import { useModals } from '@mantine/modals'
import { useEffect, useRef } from 'react'
import { layerOpen } from '../enter.ts'

/**
 * A dialog gives the focus back to what had it. Where that goes, as what was deleted does, the focus comes to the list
 * or to the room, until the operator takes it elsewhere.
 */
export function useFocusAfterDialogs(): void {
  const isOpen = useModals().modals.length > 0
  const wasOpen = useRef(false)
  useEffect(() => {
    const isOver = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    if (!isOver) return
    const end = new AbortController()
    const observer = new MutationObserver(() => {
      if (document.activeElement !== document.body || layerOpen()) return
      const content = document.getElementById('content')
      const row = content?.querySelector<HTMLElement>('[role=grid] [tabindex="0"]')
      ;(row ?? content)?.focus({ preventScroll: true })
    })
    observer.observe(document.body, { childList: true, subtree: true })
    for (const act of ['pointerdown', 'keydown'])
      addEventListener(act, () => end.abort(), { capture: true, signal: end.signal })
    end.signal.addEventListener('abort', () => observer.disconnect())
    return () => end.abort()
  }, [isOpen])
}
