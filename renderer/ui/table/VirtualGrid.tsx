/** The frame of a grid with many rows: only those in view exist, and the current one. */
import { useMergedRef } from '@mantine/hooks'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, type CSSProperties, type ReactNode, type Ref } from 'react'
import { usePreferences } from '../../stores/preferences.ts'
import { ROW_HEIGHT } from '../../theme/follow-density.ts'
import css from './DataTable.module.css'
import { leastWidth } from './least-width.ts'

interface Props {
  readonly label: string
  readonly rows: ReturnType<typeof useVirtualRows>
  /** Given where cells can have the focus. */
  readonly columnCount?: number
  /** As in `grid-template-columns`. */
  readonly widths: string
  /** The column headers. */
  readonly head: ReactNode
  readonly className?: string | undefined
  /** Several rows can be chosen. */
  readonly isMany?: boolean
  /** The element that scrolls. */
  readonly scrollerRef?: Ref<HTMLDivElement> | undefined
  readonly onScroll?: ((scroller: HTMLElement) => void) | undefined
  /** Draws a row. @param top pixels from the top of all rows */
  readonly children: (index: number, top: number) => ReactNode
}

export function VirtualGrid(props: Props) {
  const { label, rows, columnCount, widths, head, className, scrollerRef, onScroll, children } = props
  const { isMany = false } = props
  const bindScroller = useMergedRef(rows.scroller, scrollerRef)
  return (
    <div
      className={`${css.table ?? ''} ${className ?? ''}`}
      style={{ '--columns': `${leastWidth(widths)}px` } as CSSProperties}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.count + 1}
      aria-colcount={columnCount}
      aria-multiselectable={isMany}
    >
      <div className={css.head} role="row" aria-rowindex={1} style={{ gridTemplateColumns: widths }}>
        {head}
      </div>
      <div
        className={css.scroller}
        ref={bindScroller}
        role="presentation"
        onScroll={(event) => onScroll?.(event.currentTarget)}
      >
        <div style={{ height: rows.height, position: 'relative' }} role="presentation">
          {rows.items.map(({ index, start }) => children(index, start))}
        </div>
      </div>
    </div>
  )
}

/**
 * @param current index of the row that may have the focus, which a row that is not drawn would lose
 * @param endSpace after the last row, pixels; a row that is revealed stands above it
 */
export function useVirtualRows(count: number, current: number, endSpace = 0) {
  const scroller = useRef<HTMLDivElement>(null)
  const rowHeight = ROW_HEIGHT[usePreferences((s) => s.density)]
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    paddingEnd: endSpace,
    scrollPaddingEnd: endSpace,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), current])]
        .filter((index) => index >= 0 && index < range.count)
        .sort((a, b) => a - b),
  })
  useEffect(() => {
    virtual.measure()
  }, [virtual, rowHeight])
  return {
    count,
    scroller,
    items: virtual.getVirtualItems(),
    /** Of all rows, pixels. */
    height: virtual.getTotalSize(),
    reveal: (index: number) => virtual.scrollToIndex(index),
    /** How many rows fit in view. */
    inView: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight)),
  }
}
