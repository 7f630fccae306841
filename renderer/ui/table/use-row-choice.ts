/** Choosing rows of a table by their boxes and by keys. */
import { useCallbackRef } from '@mantine/hooks'
import { useRef, type KeyboardEvent } from 'react'
import type { Pressed } from './use-grid-focus.ts'
import { toggled, withAll, withRange, type Chosen } from './row-choice.ts'

export interface RowChoice<Row> {
  /** Ids; some may not be among the rows that are shown. */
  readonly chosen: Chosen
  readonly change: (chosen: Chosen) => void
  /** What a row is called, for its box. */
  readonly nameOf: (row: Row) => string
  /** What the box for all is called. */
  readonly allLabel: string
}

interface Table<Row> {
  /** Undefined where rows can't be chosen. */
  readonly choice: RowChoice<Row> | undefined
  readonly rows: readonly Row[]
  readonly rowId: (row: Row) => string
  /** Index of the current row. */
  readonly current: number
  /** Moves to the row that an arrow key asks for. */
  readonly move: (event: Pressed) => boolean
}

export function useRowChoice<Row>({ choice, rows, rowId, current, move }: Table<Row>) {
  /** Where a range begins: the row that was chosen last without one. */
  const anchor = useRef<string | null>(null)
  const choose = useCallbackRef((row: Row, isRange: boolean) => {
    const id = rowId(row)
    if (choice === undefined) return
    if (isRange && anchor.current !== null) {
      choice.change(withRange(choice.chosen, rows.map(rowId), anchor.current, id))
    } else {
      anchor.current = id
      choice.change(toggled(choice.chosen, id))
    }
  })
  /** True when the key was one of choosing. */
  const chooseByKey = (event: KeyboardEvent): boolean => {
    const row = rows[current]
    if (choice === undefined || row === undefined || event.altKey) return false
    const order = () => rows.map(rowId)
    const isCommand = event.ctrlKey || event.metaKey
    if (event.key === ' ' && event.target === event.currentTarget) choose(row, event.shiftKey)
    else if (isCommand && event.key.toLowerCase() === 'a') choice.change(withAll(choice.chosen, order()))
    else if (event.shiftKey && !isCommand && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      const next = rows[current + (event.key === 'ArrowDown' ? 1 : -1)]
      if (next === undefined) return true
      anchor.current ??= rowId(row)
      choice.change(withRange(choice.chosen, order(), rowId(row), rowId(next)))
      move({ key: event.key, altKey: false, shiftKey: false, ctrlKey: false, metaKey: false })
    } else return false
    return true
  }
  return { choose, chooseByKey }
}
