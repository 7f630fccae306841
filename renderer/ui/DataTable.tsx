/**
 * Rows that can be many: a grid of which only the visible rows exist. Arrow keys move, Enter opens; the
 * current row is the only tab stop, and only its controls can be reached by Tab.
 */
import { useCallbackRef, useMergedRef } from '@mantine/hooks'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type Ref } from 'react'
import { usePreferences } from '../stores/preferences.ts'
import { ROW_HEIGHT } from '../theme/follow-density.ts'
import { DataRow, type Column } from './DataRow.tsx'
import css from './DataTable.module.css'

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
  const current =
    currentId === null
      ? 0
      : Math.max(
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
  useEffect(() => {
    virtual.measure()
  }, [virtual, rowHeight])
  const widths = columns.map((c) => c.width).join(' ')
  const { moveTo, bind } = useRowFocus(virtual.scrollToIndex)

  const move = (index: number) => {
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)]
    if (row === undefined) return
    setCurrentId(rowId(row))
    moveTo(rows.indexOf(row))
  }
  // Rows that stay as they are aren't drawn again, so what they call has to stay the same too.
  const focused = useCallbackRef((row: Row) => setCurrentId(rowId(row)))
  const openRow = useCallbackRef(open)
  const keyDown = useCallbackRef((event: KeyboardEvent, row: Row) => {
    const step = STEPS[event.key]
    if (step !== undefined) move(step(current, rows.length, pageRows(scroller.current, rowHeight)))
    else if (event.key === 'Enter' && event.target === event.currentTarget) open(row, true)
    else if (!onKey?.(event, row)) return
    event.preventDefault()
  })
  return (
    <div
      className={css.table}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-multiselectable="false"
    >
      <div className={css.head} role="row" aria-rowindex={1} style={{ gridTemplateColumns: widths }}>
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
            return (
              <DataRow
                key={rowId(row)}
                id={rowId(row)}
                row={row}
                index={item.index}
                top={item.start}
                columns={columns}
                widths={widths}
                isCurrent={item.index === current}
                isOpen={rowId(row) === openId}
                isSelected={openId === undefined ? item.index === current : rowId(row) === openId}
                bind={bind}
                focused={focused}
                open={openRow}
                keyDown={keyDown}
              />
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
  const take = useCallback((index: number, element: HTMLDivElement) => {
    if (wanted.current !== index) return
    wanted.current = null
    element.focus({ preventScroll: true })
  }, [])
  const bind = useCallback(
    (index: number, element: HTMLDivElement) => {
      elements.current.set(index, element)
      take(index, element)
      return () => void elements.current.delete(index)
    },
    [take],
  )
  return {
    moveTo: (index: number) => {
      wanted.current = index
      scrollToIndex(index)
      const element = elements.current.get(index)
      if (element) take(index, element)
    },
    bind,
  }
}
