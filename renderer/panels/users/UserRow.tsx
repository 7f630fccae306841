import { IconCheck } from '@tabler/icons-react'
import type { CSSProperties, KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { PermissionKey, UserActivity } from '../../../service/contract/console/users.ts'
import type { User } from '../../api/users.ts'
import { useSignedIn } from '../../stores/session.ts'
import { Glyph } from '../../ui/Glyph.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { isPermission, type ColumnId } from './columns.ts'
import { shown } from './edits.ts'
import { useEdits } from './edit-store.ts'
import { cellText } from './permission-texts.ts'
import { cellReason } from './rights.ts'
import table from '../../ui/table/DataTable.module.css'
import css from './Users.module.css'

/** What makes an element a cell that can have the focus. */
export interface CellFocus {
  readonly ref: (element: HTMLDivElement) => () => void
  readonly tabIndex: 0 | -1
  readonly 'aria-colindex': number
  readonly onFocus: () => void
}

interface Props {
  readonly user: User
  readonly activity: UserActivity | undefined
  readonly columns: readonly ColumnId[]
  /** In the list, from 0. */
  readonly index: number
  readonly isOpen: boolean
  readonly style: CSSProperties
  readonly cell: (column: number) => CellFocus
  readonly open: () => void
  readonly toggle: (key: PermissionKey) => void
  readonly onKeyDown: (event: KeyboardEvent, column: ColumnId) => void
}

export function UserRow({ user, activity, columns, index, isOpen, style, ...props }: Props) {
  const { cell, open, toggle, onKeyDown } = props
  return (
    <div
      className={table.row}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isOpen}
      data-open={isOpen || undefined}
      style={style}
    >
      {columns.map((column, at) => {
        const { ref, ...focus } = cell(at)
        const common = {
          ...focus,
          ref,
          onKeyDown: (event: KeyboardEvent) => onKeyDown(event, column),
        }
        return isPermission(column) ? (
          <PermissionCell
            key={column}
            user={user}
            permission={column}
            cell={common}
            toggle={() => toggle(column)}
          />
        ) : (
          <div key={column} role="gridcell" {...common} onClick={open}>
            <Value column={column} user={user} activity={activity} />
          </div>
        )
      })}
    </div>
  )
}

interface CellProps {
  readonly user: User
  readonly permission: PermissionKey
  readonly cell: CellFocus & {
    readonly onKeyDown: (event: KeyboardEvent) => void
  }
  readonly toggle: () => void
}

function PermissionCell({ user, permission, cell: { ref, ...cell }, toggle }: CellProps) {
  const { t } = useTranslation()
  const { user: me } = useSignedIn()
  const edits = useEdits((state) => state.edits)
  const granted = shown(edits, user, permission)
  const edited = granted !== user.permissions[permission]
  const reason = cellReason(me, user, permission)
  return (
    <div
      ref={ref}
      role="gridcell"
      aria-label={cellText(t, { key: permission, name: user.name, granted, edited })}
      aria-readonly={reason !== null}
      title={reason === null ? undefined : t(`users.reason.${reason}`)}
      className={css.permission}
      data-fixed={reason !== null || undefined}
      data-edited={edited || undefined}
      {...cell}
      onClick={toggle}
    >
      <span className={css.box} data-on={granted || undefined}>
        {granted && <IconCheck size={12} stroke={2.4} aria-hidden="true" />}
      </span>
    </div>
  )
}

function Value({
  column,
  user,
  activity,
}: {
  column: Exclude<ColumnId, PermissionKey>
  user: User
  activity: UserActivity | undefined
}) {
  const { t } = useTranslation()
  switch (column) {
    case 'name':
      return <Name user={user} />
    case 'email':
      return (
        <span className="second cut" title={user.email}>
          {user.email}
        </span>
      )
    case 'created':
      return (
        <span className="num third" title={user.created}>
          {user.created.slice(0, 10)}
        </span>
      )
    case 'seen':
      return activity === undefined ? (
        <span className="third">{t('users.never')}</span>
      ) : (
        <Moment at={activity.lastSeenAt} className="second" />
      )
  }
}

function Name({ user }: { user: User }) {
  const { t } = useTranslation()
  const { userId } = useSignedIn().user
  const outcome = useEdits((state) => state.outcomes.get(user.userId))
  return (
    <>
      {outcome !== undefined && (
        <span className={css.outcome} title={t(`users.outcome.${outcome.kind}`)}>
          <Glyph
            name={outcome.kind === 'saved' ? 'ok' : outcome.kind === 'failed' ? 'fail' : 'warn'}
            tone={outcome.kind === 'saved' ? 'ok' : outcome.kind === 'failed' ? 'fail' : 'warn'}
          />
          <span className="hidden-text">{t(`users.outcome.${outcome.kind}`)}</span>
        </span>
      )}
      <UserText className={`cut ${css.name ?? ''}`}>{user.name}</UserText>
      {user.isMaster && <span className={css.badge}>{t('users.master')}</span>}
      {user.userId === userId && <span className="meta">{t('users.you')}</span>}
    </>
  )
}
