import { createHashHistory } from '@tanstack/react-router'

/**
 * The history of addresses, each entry with its number: from two numbers follows how far to go where leaving is taken
 * back. The browser makes an entry without one where somebody enters an address by hand, or opens a bookmark; it gets
 * the number that follows.
 */
export function numberedHashHistory(): ReturnType<typeof createHashHistory> {
  // Before the history listens, and without its own way to replace an entry, which would tell everybody.
  const replace = window.history.replaceState.bind(window.history)
  addEventListener('popstate', () => {
    if (window.history.state !== null) return
    const { __TSR_index: last } = history.location.state
    const key = crypto.randomUUID()
    replace({ __TSR_index: last + 1, key, __TSR_key: key }, '')
  })
  const history = createHashHistory()
  return history
}
