import { useLayoutEffect, useRef } from 'react'

/** Who signs in again goes on typing where they were, or else comes to the room. */
export function useFocusAgain(signedIn: boolean): void {
  const last = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (!signedIn) return
    if (last.current instanceof HTMLElement) {
      last.current.focus({ preventScroll: true })
      if (document.activeElement !== last.current || last.current === document.body)
        document.getElementById('content')?.focus({ preventScroll: true })
    }
    return () => {
      last.current = document.activeElement
    }
  }, [signedIn])
}
