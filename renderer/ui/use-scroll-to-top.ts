import { useEffect } from 'react'

/** Scrolls a list to its top when what it is filtered by changes. */
export function useScrollToTop(scroller: { readonly current: HTMLElement | null }, filter: unknown): void {
  useEffect(() => {
    scroller.current?.scrollTo(0, 0)
  }, [scroller, filter])
}
