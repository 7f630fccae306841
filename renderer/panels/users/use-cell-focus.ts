/** Focus of a grid of which only some rows exist: one cell is the tab stop, arrow keys move it. */
import { useRef, useState, type KeyboardEvent } from 'react'

/** `row` -1 is the head. */
export interface Cell {
  readonly row: number
  readonly column: number
}

interface Size {
  readonly rows: number
  readonly columns: number
  /** Rows that fit in view. */
  readonly page: () => number
}

export function useCellFocus({ rows, columns, page }: Size, reveal: (row: number) => void) {
  const [wished, setCurrent] = useState<Cell>({ row: 0, column: 0 })
  const current = {
    row: Math.min(wished.row, rows - 1),
    column: Math.min(wished.column, columns - 1),
  }
  const wanted = useRef<string | null>(null)
  const elements = useRef(new Map<string, HTMLElement>())
  const take = (key: string, element: HTMLElement | undefined) => {
    if (wanted.current !== key || element === undefined) return
    wanted.current = null
    element.focus({ preventScroll: true })
  }
  const moveTo = ({ row, column }: Cell) => {
    const cell = {
      row: Math.max(-1, Math.min(row, rows - 1)),
      column: Math.max(0, Math.min(column, columns - 1)),
    }
    setCurrent(cell)
    wanted.current = keyOf(cell)
    if (cell.row >= 0) reveal(cell.row)
    take(keyOf(cell), elements.current.get(keyOf(cell)))
  }
  return {
    current,
    moveTo,
    /** True when the key was one of moving. */
    move(event: KeyboardEvent): boolean {
      const step = STEPS[event.key]
      if (step === undefined || event.altKey || event.shiftKey) return false
      moveTo(step(current, { ctrl: event.ctrlKey || event.metaKey, page: page() }))
      return true
    },
    /** What makes an element a cell of the grid. */
    cell: (cell: Cell) => ({
      ref: (element: HTMLElement | null) => {
        if (element === null) elements.current.delete(keyOf(cell))
        else {
          elements.current.set(keyOf(cell), element)
          take(keyOf(cell), element)
        }
      },
      tabIndex: cell.row === current.row && cell.column === current.column ? 0 : -1,
      'aria-colindex': cell.column + 1,
      onFocus: () => setCurrent(cell),
    }),
  }
}

const keyOf = ({ row, column }: Cell) => `${row} ${column}`

type Step = (from: Cell, how: { readonly ctrl: boolean; readonly page: number }) => Cell
const STEPS: Readonly<Record<string, Step>> = {
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  // Never from the list into its head.
  PageUp: ({ row, column }, { page }) => ({ row: Math.max(0, row - page), column }),
  PageDown: ({ row, column }, { page }) => ({ row: row + page, column }),
  Home: ({ row }, { ctrl }) => ({ row: ctrl ? 0 : row, column: 0 }),
  End: ({ row }, { ctrl }) => ({ row: ctrl ? Infinity : row, column: Infinity }),
}
