import { useModals } from '@mantine/modals'
import { useEffect, useRef } from 'react'
import { layerOpen } from '../enter.ts'

/**
 * A dialog gives the focus back to what had it. Where that goes, the focus comes to the button of the menu that it was
 * in; and where that goes too, as what was deleted does, to the list or to the room, until the operator takes it
 * elsewhere.
 */
export function useFocusAfterDialogs(): void {
  const isOpen = useModals().modals.length > 0
  const wasOpen = useRef(false)
  const menuButton = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const isOver = wasOpen.current && !isOpen
    if (isOpen && !wasOpen.current) menuButton.current = buttonOfMenu(document.activeElement)
    wasOpen.current = isOpen
    if (!isOver) return
    const end = new AbortController()
    const observer = new MutationObserver(() => {
      if (document.activeElement !== document.body || layerOpen()) return
      if (menuButton.current?.isConnected) return menuButton.current.focus({ preventScroll: true })
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

/** What opens the menu that the element is in; null where it is in none. */
function buttonOfMenu(element: Element | null): HTMLElement | null {
  const id = element?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return document.getElementById(id ?? '')
}
