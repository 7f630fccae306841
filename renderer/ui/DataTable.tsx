/**
 * Rows that can be many: a grid of which only the visible rows exist. Arrow keys move, Enter opens; the
 * current row is the only tab stop, and only its controls can be reached by Tab.
 */
import { useMergedRef } from '@mantine/hooks'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { usePreferences } from '../stores/preferences.ts'
import { ROW_HEIGHT } from '../theme/follow-density.ts'
import css from './DataTable.module.css'

export interface Column<Row> {
  readonly id: string
  readonly header: string
  /** Width as in `grid-template-columns`, for example `minmax(120px, 2fr)`. */
  readonly width: string
  readonly align?: 'end'
  readonly cell: (row: Row, current: boolean) => ReactNode
}

interface Props<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowId: (row: Row) => string
  /** @param byKey true for Enter, false for a click */
  readonly open: (row: Row, byKey: boolean) => void
  /** The row whose details are shown beside the table. */
  readonly openId?: string | undefined
  /** Further keys on the current row; true when the key was used. */
  readonly onKey?: (event: KeyboardEvent, row: Row) => boolean
  /** The element that scrolls. */
  readonly scrollerRef?: Ref<HTMLDivElement>
  readonly onScroll?: (scroller: HTMLElement) => void
}

export function DataTable<Row>(props: Props<Row>) {
  const { label, columns, rows, rowId, open, openId, onKey, scrollerRef, onScroll } = props
  const scroller = useRef<HTMLDivElement>(null)
  const bindScroller = useMergedRef(scroller, scrollerRef)
  const rowHeight = ROW_HEIGHT[usePreferences((s) => s.density)]
  const [currentId, setCurrentId] = useState<string | null>(null)
  const current = Math.max(
    0,
    rows.findIndex((row) => rowId(row) === currentId),
  )
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    // The current row may have the focus, which a row that is not drawn would lose.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), current])]
        .filter((i) => i < range.count)
        .sort((a, b) => a - b),
  })
  useEffect(() => virtual.measure(), [virtual, rowHeight])
  const template = { gridTemplateColumns: columns.map((c) => c.width).join(' ') }
  const { moveTo, bind } = useRowFocus(virtual.scrollToIndex)

  const move = (index: number) => {
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)]
    if (row === undefined) return
    setCurrentId(rowId(row))
    moveTo(rows.indexOf(row))
  }
  const keyDown = (event: KeyboardEvent, row: Row) => {
    const step = STEPS[event.key]
    if (step !== undefined) move(step(current, rows.length, pageRows(scroller.current, rowHeight)))
    else if (event.key === 'Enter' && event.target === event.currentTarget) open(row, true)
    else if (!onKey?.(event, row)) return
    event.preventDefault()
  }
  return (
    <div
      className={css.table}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-multiselectable="false"
    >
      <div className={css.head} role="row" aria-rowindex={1} style={template}>
        {columns.map((column) => (
          <div key={column.id} role="columnheader" data-align={column.align}>
            {column.header}
          </div>
        ))}
      </div>
      <div
        className={css.scroller}
        ref={bindScroller}
        role="presentation"
        onScroll={(event) => onScroll?.(event.currentTarget)}
      >
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }} role="presentation">
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index]
            if (row === undefined) return null
            const isCurrent = item.index === current
            return (
              <div
                key={rowId(row)}
                ref={bind(item.index)}
                className={css.row}
                role="row"
                aria-rowindex={item.index + 2}
                aria-selected={openId === undefined ? isCurrent : rowId(row) === openId}
                data-open={rowId(row) === openId || undefined}
                tabIndex={isCurrent ? 0 : -1}
                style={{ ...template, transform: `translateY(${item.start}px)` }}
                onFocus={() => setCurrentId(rowId(row))}
                onClick={() => open(row, false)}
                onKeyDown={(event) => keyDown(event, row)}
              >
                {columns.map((column) => (
                  <div key={column.id} role="gridcell" data-align={column.align}>
                    {column.cell(row, isCurrent)}
                  </div>
                ))}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

type Step = (current: number, count: number, page: number) => number
const STEPS: Readonly<Record<string, Step>> = {
  ArrowDown: (current) => current + 1,
  ArrowUp: (current) => current - 1,
  PageDown: (current, _count, page) => current + page,
  PageUp: (current, _count, page) => current - page,
  Home: () => 0,
  End: (_current, count) => count - 1,
}

const pageRows = (element: HTMLElement | null, rowHeight: number) =>
  Math.max(1, Math.floor((element?.clientHeight ?? 0) / rowHeight))

/** Focus follows the current row, also to one that has to be drawn first. */
function useRowFocus(scrollToIndex: (index: number) => void) {
  const wanted = useRef<number | null>(null)
  const elements = useRef(new Map<number, HTMLDivElement>())
  const take = (index: number, element: HTMLDivElement) => {
    if (wanted.current !== index) return
    wanted.current = null
    element.focus({ preventScroll: true })
  }
  return {
    moveTo: (index: number) => {
      wanted.current = index
      scrollToIndex(index)
      const element = elements.current.get(index)
      if (element) take(index, element)
    },
    bind: (index: number) => (element: HTMLDivElement | null) => {
      if (element === null) elements.current.delete(index)
      else {
        elements.current.set(index, element)
        take(index, element)
      }
    },
  }
}
