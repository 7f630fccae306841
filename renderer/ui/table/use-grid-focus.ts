/** Focus of a grid of which only some rows exist: one row or cell is the tab stop, and keys move it. */
import { useCallback, useRef, type KeyboardEvent } from 'react'

/** What can have the focus. `row` -1 is the head; where rows are the stops, `column` is 0. */
export interface Stop {
  readonly row: number
  readonly column: number
}

/** What of a key event tells where to go. */
export type Pressed = Pick<KeyboardEvent, 'key' | 'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey'>

interface Grid {
  readonly rows: number
  /** Undefined where whole rows are the stops. */
  readonly columns?: number
  readonly current: Stop
  readonly setCurrent: (stop: Stop) => void
  /** How many rows fit in view. */
  readonly inView: () => number
  /** Scrolls a row into view, which draws it. */
  readonly reveal: (row: number) => void
}

export function useGridFocus(grid: Grid) {
  const { rows, columns, current, setCurrent, inView, reveal } = grid
  const wanted = useRef<string | null>(null)
  const elements = useRef(new Map<string, HTMLElement>())
  const take = useCallback((key: string, element: HTMLElement | undefined) => {
    if (wanted.current !== key || element === undefined) return
    wanted.current = null
    element.focus({ preventScroll: true })
  }, [])
  /** Knows the element of a stop, and gives it the focus that waited for it; returns what forgets it. */
  const bind = useCallback(
    (stop: Stop, element: HTMLElement) => {
      elements.current.set(keyOf(stop), element)
      take(keyOf(stop), element)
      return () => void elements.current.delete(keyOf(stop))
    },
    [take],
  )
  const moveTo = (wish: Stop) => {
    const stop = {
      row: within(wish.row, columns === undefined ? 0 : -1, rows - 1),
      column: within(wish.column, 0, (columns ?? 1) - 1),
    }
    setCurrent(stop)
    wanted.current = keyOf(stop)
    if (stop.row >= 0) reveal(stop.row)
    take(keyOf(stop), elements.current.get(keyOf(stop)))
  }
  /** True when the key was one of moving. */
  const move = (event: Pressed): boolean => {
    const step = STEPS[event.key]
    if (step === undefined || event.altKey || event.shiftKey) return false
    if (columns === undefined && SIDEWAYS.includes(event.key)) return false
    const whole = columns === undefined || event.ctrlKey || event.metaKey
    moveTo(step(current, { whole, page: inView() }))
    return true
  }
  return { bind, move }
}

const keyOf = ({ row, column }: Stop) => `${row} ${column}`
const within = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most))

/** `whole`: from end to end of the grid instead of the row. */
type Step = (from: Stop, how: { readonly whole: boolean; readonly page: number }) => Stop

const SIDEWAYS = ['ArrowLeft', 'ArrowRight']
const STEPS: Readonly<Record<string, Step>> = {
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  // Never from the rows into the head.
  PageUp: ({ row, column }, { page }) => ({ row: Math.max(0, row - page), column }),
  PageDown: ({ row, column }, { page }) => ({ row: row + page, column }),
  Home: ({ row }, { whole }) => ({ row: whole ? 0 : row, column: 0 }),
  End: ({ row }, { whole }) => ({ row: whole ? Infinity : row, column: Infinity }),
}
