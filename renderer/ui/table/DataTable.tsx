/**
 * Rows that can be many. Arrow keys move, Enter opens; the current row is the only tab stop, and only its
 * controls can be reached by Tab. Where rows can be chosen, Space does it, Shift with an arrow key the next one
 * too, Ctrl A all.
 */
import { UnstyledButton } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useState, type KeyboardEvent, type Ref } from 'react'
import { ChooseAll, CHOICE_WIDTH } from './ChoiceBox.tsx'
import { DataRow, type Column } from './DataRow.tsx'
import css from './DataTable.module.css'
import { useColumnsThatFit } from './use-columns-that-fit.ts'
import { useGridFocus } from './use-grid-focus.ts'
import { useRowChoice, type RowChoice } from './use-row-choice.ts'
import { useVirtualRows, VirtualGrid } from './VirtualGrid.tsx'

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
  /** Where rows can be chosen for what is done to many. */
  readonly choice?: RowChoice<Row>
  /** Free space after the last row, for what floats there, pixels. */
  readonly endSpace?: number
  /** The element that scrolls. */
  readonly scrollerRef?: Ref<HTMLDivElement>
  readonly onScroll?: (scroller: HTMLElement) => void
  /** The column that the rows are sorted by; null where by none of them. */
  readonly sort?: Sorted | null
  /** Called with the column whose head was clicked. */
  readonly onSort?: (id: string) => void
}

interface Sorted {
  readonly by: string
  readonly descending: boolean
}

export function DataTable<Row>(props: Props<Row>) {
  const { label, rows, rowId, open, openId, onKey, scrollerRef, onScroll } = props
  const { sort = null, onSort, choice, endSpace = 0 } = props
  const columns = useColumnsThatFit(props.columns)
  const [currentId, setCurrentId] = useState<string | null>(null)
  const known = currentId === null ? 0 : rows.findIndex((row) => rowId(row) === currentId)
  const current = Math.max(0, known)
  const virtual = useVirtualRows(rows.length, current, endSpace)
  const { bind, move } = useGridFocus({
    rows: rows.length,
    current: { row: current, column: 0 },
    setCurrent: ({ row: index }) => {
      const row = rows[index]
      if (row !== undefined) setCurrentId(rowId(row))
    },
    inView: virtual.inView,
    reveal: virtual.reveal,
  })
  const widths = [...(choice ? [CHOICE_WIDTH] : []), ...columns.map((c) => c.width)].join(' ')
  const { choose, chooseByKey } = useRowChoice({ choice, rows, rowId, current, move })

  // Rows that stay as they are aren't drawn again, so what they call has to stay the same too.
  const focused = useCallbackRef((row: Row) => setCurrentId(rowId(row)))
  const openRow = useCallbackRef(open)
  const keyDown = useCallbackRef((event: KeyboardEvent, row: Row) => {
    if (!chooseByKey(event) && !move(event)) {
      if (event.key === 'Enter' && event.target === event.currentTarget) open(row, true)
      else if (!onKey?.(event, row)) return
    }
    event.preventDefault()
  })
  return (
    <VirtualGrid
      label={label}
      rows={virtual}
      widths={widths}
      isMany={choice !== undefined}
      head={
        <>
          {choice && <ChooseAll choice={choice} order={rows.map(rowId)} />}
          {columns.map((column) => (
            <Head key={column.id} column={column} sort={sort} onSort={onSort} />
          ))}
        </>
      }
      scrollerRef={scrollerRef}
      onScroll={onScroll}
    >
      {(index, top) => {
        const row = rows[index]
        if (row === undefined) return null
        return (
          <DataRow
            key={rowId(row)}
            id={rowId(row)}
            row={row}
            index={index}
            top={top}
            columns={columns}
            widths={widths}
            isCurrent={index === current}
            isOpen={rowId(row) === openId}
            isSelected={openId === undefined ? index === current : rowId(row) === openId}
            isChosen={choice && choice.chosen.has(rowId(row))}
            nameOf={choice?.nameOf}
            choose={choose}
            bind={bind}
            focused={focused}
            open={openRow}
            keyDown={keyDown}
          />
        )
      }}
    </VirtualGrid>
  )
}

interface HeadProps {
  readonly column: Pick<Column<never>, 'id' | 'header' | 'align' | 'sorts'>
  readonly sort: Sorted | null
  readonly onSort: ((id: string) => void) | undefined
}

function Head({ column: { id, header, align, sorts }, sort, onSort }: HeadProps) {
  const descending = sort?.by === id ? sort.descending : null
  const order = descending === null ? 'none' : descending ? 'descending' : 'ascending'
  const Arrow = descending === true ? IconChevronDown : IconChevronUp
  return (
    <div role="columnheader" data-align={align} aria-sort={sorts && order}>
      {sorts ? (
        <UnstyledButton className={css.sort} onClick={() => onSort?.(id)}>
          {header}
          {descending !== null && <Arrow size={12} stroke={2} aria-hidden="true" />}
        </UnstyledButton>
      ) : (
        header
      )}
    </div>
  )
}
