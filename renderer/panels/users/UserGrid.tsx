/** Who may do what: one row a user, one cell a permission, changed in place and saved together. */
import { Tooltip } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useId, useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { PermissionKey, UserActivity, UserOverview } from '../../../service/contract/console-users.ts'
import type { User } from '../../api/users.ts'
import { columnsOf, isPermission, widthOf, type ColumnId } from './columns.ts'
import { allowsText } from './permission-texts.ts'
import { useCellFocus } from './use-cell-focus.ts'
import { UserRow } from './UserRow.tsx'
import table from '../../ui/DataTable.module.css'
import css from './Users.module.css'

interface Props {
  readonly users: readonly User[]
  readonly activity: ReadonlyMap<number, UserActivity>
  readonly grants: UserOverview['grants'] | undefined
  /** The user whose details are shown beside the grid. */
  readonly openId: number | undefined
  /** True where nothing stands beside the grid. */
  readonly wide: boolean
  /** @param byKey true for Enter, false for a click */
  readonly open: (user: User, byKey: boolean) => void
  readonly toggle: (user: User, key: PermissionKey) => void
  /** Further keys on a user; true when the key was used. */
  readonly onKey: (event: KeyboardEvent, user: User) => boolean
}

const ROW_HEIGHT = 32

export function UserGrid(props: Props) {
  const { users, activity, grants, openId, wide, open, toggle, onKey } = props
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)
  const columns = columnsOf(wide)
  const page = () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1)
  const focus = useCellFocus({ rows: users.length, columns: columns.length, page }, (row) =>
    virtual.scrollToIndex(row),
  )
  const virtual = useVirtualizer({
    count: users.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    // The current row may have the focus, which a row that is not drawn would lose.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), focus.current.row])]
        .filter((i) => i >= 0 && i < range.count)
        .sort((a, b) => a - b),
  })
  const template = {
    gridTemplateColumns: columns.map((column) => widthOf(column, wide)).join(' '),
  }
  const keyDown = (event: KeyboardEvent, user: User | undefined, column: ColumnId | undefined) => {
    if (focus.move(event)) return event.preventDefault()
    if (user === undefined || column === undefined) return
    if (event.key === ' ' && isPermission(column)) toggle(user, column)
    else if (event.key === 'Enter') open(user, true)
    else if (!onKey(event, user)) return
    event.preventDefault()
  }
  return (
    <div
      className={`${table.table ?? ''} ${css.grid ?? ''}`}
      role="grid"
      aria-label={t('users.table')}
      aria-rowcount={users.length + 1}
      aria-colcount={columns.length}
    >
      <div className={table.head} role="row" aria-rowindex={1} style={template}>
        {columns.map((column, index) => {
          const cell = focus.cell({ row: -1, column: index })
          return isPermission(column) ? (
            <PermissionHead
              key={column}
              permission={column}
              grants={grants}
              cell={cell}
              onKeyDown={(event) => keyDown(event, undefined, undefined)}
            />
          ) : (
            <div
              key={column}
              role="columnheader"
              {...cell}
              onKeyDown={(event) => keyDown(event, undefined, undefined)}
            >
              {t(`users.column.${column}`)}
            </div>
          )
        })}
      </div>
      <div className={table.scroller} ref={scroller} role="presentation">
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }} role="presentation">
          {virtual.getVirtualItems().map(({ index, start }) => {
            const user = users[index]
            if (user === undefined) return null
            return (
              <UserRow
                key={user.userId}
                user={user}
                activity={activity.get(user.userId)}
                columns={columns}
                index={index}
                isOpen={user.userId === openId}
                style={{ ...template, transform: `translateY(${start}px)` }}
                cell={(column) => focus.cell({ row: index, column })}
                open={() => open(user, false)}
                toggle={(key) => toggle(user, key)}
                onKeyDown={(event, column) => keyDown(event, user, column)}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}

interface HeadProps {
  readonly permission: PermissionKey
  readonly grants: UserOverview['grants'] | undefined
  readonly cell: ReturnType<ReturnType<typeof useCellFocus>['cell']>
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** Its name, and in one sentence what it allows: shown when it is pointed at or has the focus. */
function PermissionHead({ permission, grants, cell: { ref, ...cell }, onKeyDown }: HeadProps) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const allows = allowsText(t, i18n.language, grants, permission)
  return (
    <Tooltip label={allows} disabled={allows === ''} multiline w={280} events={EVENTS} position="bottom">
      <div
        ref={ref}
        role="columnheader"
        className={css.permission}
        aria-describedby={id}
        {...cell}
        onKeyDown={onKeyDown}
      >
        {t(`users.permission.${permission}`)}
        <IconInfoCircle size={14} stroke={1.6} aria-hidden="true" />
        <span id={id} hidden>
          {allows}
        </span>
      </div>
    </Tooltip>
  )
}

const EVENTS = { hover: true, focus: true, touch: true }
