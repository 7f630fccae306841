/** A row of a table, drawn again only when something of it has changed: scrolling draws what comes into view. */
import { memo, useCallback, type KeyboardEvent, type ReactNode } from 'react'
import { ChoiceBox } from './ChoiceBox.tsx'
import type { useGridFocus } from './use-grid-focus.ts'
import css from './DataTable.module.css'

export interface Column<Row> {
  readonly id: string
  readonly header: string
  /** Width as in `grid-template-columns`, for example `minmax(120px, 2fr)`. */
  readonly width: string
  readonly align?: 'end'
  /** Width of the window, pixels, below which it gives way to the others. */
  readonly foldsBelow?: number
  /** Its head sorts the rows. */
  readonly sorts?: true
  /** What it shows may hang on the row, on whether it is the current one, and on hooks of its components. */
  readonly cell: (row: Row, current: boolean) => ReactNode
}

interface Props<Row> {
  readonly row: Row
  readonly index: number
  /** Pixels from the top of all rows. */
  readonly top: number
  readonly id: string
  readonly columns: readonly Column<Row>[]
  /** As in `grid-template-columns`. */
  readonly widths: string
  readonly isCurrent: boolean
  readonly isOpen: boolean
  readonly isSelected: boolean
  /** Undefined where rows can't be chosen. */
  readonly isChosen: boolean | undefined
  /** What the row is called, for its box. */
  readonly nameOf: ((row: Row) => string) | undefined
  /** @param isRange with all from the last chosen one on */
  readonly choose: (row: Row, isRange: boolean) => void
  readonly bind: ReturnType<typeof useGridFocus>['bind']
  readonly focused: (row: Row) => void
  readonly open: (row: Row, byKey: boolean) => void
  readonly keyDown: (event: KeyboardEvent, row: Row) => void
}

function DrawnRow<Row>(props: Props<Row>) {
  const { row, index, top, columns, widths, isCurrent, isOpen, isSelected, isChosen, bind } = props
  const ref = useCallback(
    (element: HTMLDivElement) => bind({ row: index, column: 0 }, element),
    [bind, index],
  )
  return (
    <div
      ref={ref}
      className={css.row}
      role="row"
      data-id={props.id}
      aria-rowindex={index + 2}
      aria-selected={isChosen ?? isSelected}
      data-chosen={isChosen || undefined}
      data-open={isOpen || undefined}
      tabIndex={isCurrent ? 0 : -1}
      style={{ gridTemplateColumns: widths, transform: `translateY(${top}px)` }}
      onFocus={() => props.focused(row)}
      onClick={() => props.open(row, false)}
      onKeyDown={(event) => props.keyDown(event, row)}
    >
      {isChosen !== undefined && (
        <ChoiceBox
          label={props.nameOf?.(row) ?? props.id}
          checked={isChosen}
          tabIndex={isCurrent ? 0 : -1}
          choose={(isRange) => props.choose(row, isRange)}
        />
      )}
      {columns.map((column) => (
        <div key={column.id} role="gridcell" data-align={column.align}>
          {column.cell(row, isCurrent)}
        </div>
      ))}
    </div>
  )
}

export const DataRow = memo(DrawnRow) as typeof DrawnRow
