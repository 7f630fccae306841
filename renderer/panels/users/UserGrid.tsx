/** Who may do what: one row a user, one cell a permission, changed in place and saved together. */
import { Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconInfoCircle } from '@tabler/icons-react'
import { useId, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { PermissionKey, UserActivity, UserOverview } from '../../../service/contract/console/users.ts'
import type { User } from '../../api/users.ts'
import { useGridFocus, type Stop } from '../../ui/table/use-grid-focus.ts'
import { useVirtualRows, VirtualGrid } from '../../ui/table/VirtualGrid.tsx'
import { columnsOf, isPermission, widthOf, type ColumnId } from './columns.ts'
import { allowsText } from './permission-texts.ts'
import { UserRow, type CellFocus } from './UserRow.tsx'
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

export function UserGrid(props: Props) {
  const { users, activity, grants, openId, wide, open, toggle, onKey } = props
  const { t } = useTranslation()
  const columns = columnsOf(wide, useMediaQuery('(max-width: 859px)'))
  const [wished, setCurrent] = useState<Stop>({ row: 0, column: 0 })
  const current = {
    row: Math.min(wished.row, users.length - 1),
    column: Math.min(wished.column, columns.length - 1),
  }
  const rows = useVirtualRows(users.length, current.row)
  const { bind, move } = useGridFocus({
    rows: users.length,
    columns: columns.length,
    current,
    setCurrent,
    inView: rows.inView,
    reveal: rows.reveal,
  })
  const cellFocus = (stop: Stop): CellFocus => ({
    ref: (element) => bind(stop, element),
    tabIndex: stop.row === current.row && stop.column === current.column ? 0 : -1,
    'aria-colindex': stop.column + 1,
    onFocus: () => setCurrent(stop),
  })
  const widths = columns.map((column) => widthOf(column, wide)).join(' ')
  const keyDown = (event: KeyboardEvent, user: User | undefined, column: ColumnId | undefined) => {
    if (move(event)) return event.preventDefault()
    if (user === undefined || column === undefined) return
    if (event.key === ' ' && isPermission(column)) toggle(user, column)
    else if (event.key === 'Enter') open(user, true)
    else if (!onKey(event, user)) return
    event.preventDefault()
  }
  return (
    <VirtualGrid
      className={css.grid}
      label={t('users.table')}
      rows={rows}
      columnCount={columns.length}
      widths={widths}
      head={columns.map((column, index) => {
        const cell = {
          ...cellFocus({ row: -1, column: index }),
          onKeyDown: (event: KeyboardEvent) => keyDown(event, undefined, undefined),
        }
        return isPermission(column) ? (
          <PermissionHead key={column} permission={column} grants={grants} cell={cell} />
        ) : (
          <div key={column} role="columnheader" {...cell}>
            {t(`users.column.${column}`)}
          </div>
        )
      })}
    >
      {(index, top) => {
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
            style={{ gridTemplateColumns: widths, transform: `translateY(${top}px)` }}
            cell={(column) => cellFocus({ row: index, column })}
            open={() => open(user, false)}
            toggle={(key) => toggle(user, key)}
            onKeyDown={(event, column) => keyDown(event, user, column)}
          />
        )
      }}
    </VirtualGrid>
  )
}

interface HeadProps {
  readonly permission: PermissionKey
  readonly grants: UserOverview['grants'] | undefined
  readonly cell: CellFocus & { readonly onKeyDown: (event: KeyboardEvent) => void }
}

/** Its name, and in one sentence what it allows: shown when it is pointed at or has the focus. */
function PermissionHead({ permission, grants, cell: { ref, ...cell } }: HeadProps) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const allows = allowsText(t, i18n.language, grants, permission)
  return (
    <Tooltip label={allows} disabled={allows === ''} multiline w={280} events={EVENTS} position="bottom">
      <div ref={ref} role="columnheader" className={css.permission} aria-describedby={id} {...cell}>
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
