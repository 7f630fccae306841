import { useEffect } from 'react'
import { canFocus, isField, nextFocus, pathOf, type Path } from './next-focus.ts'

/**
 * What has the focus may go, or be switched off, as what was deleted, a notice that was answered or a button that is
 * busy. The focus never stays nowhere: it comes back to what had it, or goes to what is next to it (`nextFocus`); from
 * a dialog or a menu, to what it was opened from; else to the room. What a room does itself comes before that.
 */
export function useFocusKept(): void {
  useEffect(() => followFocus().end, [])
}

function followFocus() {
  const end = new AbortController()
  const { signal } = end
  /** What has or had the focus, until the operator takes it away on purpose. */
  let last: Path = []
  /** The same of what no dialog and no menu is around. */
  let outside: Path = []
  const fields = new WeakMap<HTMLElement, HTMLElement>()
  let frame = 0

  const placeOf = (path: Path) => {
    const had = path[0]?.element
    return had && canFocus(had) ? had : nextFocus(path, (form) => fields.get(form))
  }
  const settle = () => {
    const [had] = last
    if (had === undefined || document.activeElement !== document.body) return
    // It comes back.
    if (had.element.isConnected && had.element.matches('[data-loading]')) return
    const target = placeOf(last) ?? placeOf(outside) ?? document.getElementById('content')
    target?.focus({ preventScroll: target.id === 'content' })
  }
  /** Once the room has had the time to place it. */
  const settleSoon = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(settle)
  }
  const focused = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    last = pathOf(target)
    if (target.closest(LAYER) === null) outside = last
    const form = target.closest('form')
    if (form !== null && isField(target)) fields.set(form, target)
  }
  const blurred = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null || !(target instanceof HTMLElement)) return
    if (!canFocus(target)) return settleSoon()
    // Some browsers tell of what goes before it is gone.
    queueMicrotask(() => {
      if (target.isConnected && document.activeElement === document.body && last[0]?.element === target)
        last = []
    })
  }
  const pressed = ({ target }: PointerEvent) => {
    if (!(target instanceof Element) || last[0]?.element.contains(target)) return
    last = []
    if (target.closest(LAYER) === null) outside = []
  }
  const observer = new MutationObserver(settleSoon)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', focused, { capture: true, signal })
  document.addEventListener('focusout', blurred, { capture: true, signal })
  document.addEventListener('pointerdown', pressed, { capture: true, signal })
  signal.addEventListener('abort', () => {
    observer.disconnect()
    cancelAnimationFrame(frame)
  })
  return { end: () => end.abort() }
}

/** What Mantine draws above the page. */
const LAYER = '[data-portal]'
