/** The list of users with what stands beside it. */
import { Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { PermissionKey } from '../../../service/contract/console/users.ts'
import { errorText } from '../../api/error-text.ts'
import type { User } from '../../api/users.ts'
import { useSignedIn } from '../../stores/session.ts'
import { announce } from '../../ui/Announcer.tsx'
import { EmptyList } from '../../ui/EmptyList.tsx'
import { FilterField } from '../../ui/FilterField.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { askDeleteUser } from './actions.ts'
import { Beside } from './Beside.tsx'
import { askDiscard, ChangeBar } from './ChangeBar.tsx'
import { shown } from './edits.ts'
import { useEdits } from './edit-store.ts'
import { cellText } from './permission-texts.ts'
import { cellReason, deleteReason } from './rights.ts'
import type { Change, Search } from './search.ts'
import { matching, useOverview, useUserList } from './use-users.ts'
import { UserGrid } from './UserGrid.tsx'
import { useSave } from './use-save.ts'
import bar from '../../ui/ListBar.module.css'
import page from '../../ui/ListPage.module.css'
import css from './Users.module.css'

interface Props {
  readonly search: Search
  readonly change: Change
}

const NONE: readonly User[] = []

export function People({ search, change }: Props) {
  const { t } = useTranslation()
  const { user: me } = useSignedIn()
  const queries = useQueryClient()
  const list = useUserList()
  const { query: overview, activity } = useOverview()
  const section = useRef<HTMLElement>(null)
  const [byKey, setByKey] = useState(false)
  const { toggle: toggleEdit } = useEdits()
  const save = useSave()
  // Also while something is typed: the browser has nothing to save here.
  useHotkeys([['mod+S', () => void save()]], [])

  const users = list.data ?? NONE
  const rows = useMemo(() => matching(users, search.q ?? ''), [users, search.q])
  const openUser = users.find(({ userId }) => String(userId) === search.user)
  const pane = search.pane ?? (search.user === undefined ? null : 'user')

  const close = () => change({ user: '', pane: '' })
  /** What was to be said there is said. */
  const done = () => change({ user: '', pane: '' }, { ignoreBlocker: true })
  useFocusBack(section, pane)
  const open = ({ userId }: User, withKey: boolean) => {
    setByKey(withKey)
    change({ user: String(userId), pane: '' }, { replace: pane !== null })
  }
  const toggle = (user: User, key: PermissionKey) => {
    const reason = cellReason(me, user, key)
    if (reason !== null) return announce(t(`users.reason.${reason}`))
    const { edits, saving } = useEdits.getState()
    if (saving) return
    toggleEdit(user, key)
    const granted = !shown(edits, user, key)
    const edited = granted !== user.permissions[key]
    announce(cellText(t, { key, name: user.name, granted, edited }))
  }
  const onKey = (event: KeyboardEvent, user: User) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return false
    if (event.key === 'Escape') {
      if (pane === null) askDiscard(t)
      else close()
    } else if (event.key === 'Delete') {
      const reason = deleteReason(me, user, users)
      if (reason !== null) announce(t(`users.noDelete.${reason}`))
      else askDeleteUser(t, queries, user, activity.get(user.userId), done)
    } else return false
    return true
  }
  return (
    <div className={css.page} data-open={pane !== null || undefined}>
      <section
        ref={section}
        className={page.list}
        aria-label={t('room.users')}
        data-pane="list"
        tabIndex={-1}
      >
        <div className={bar.bar}>
          <FilterField
            className={bar.filter}
            label={t('users.filterLabel')}
            placeholder={t('users.filter')}
            value={search.q ?? ''}
            onChange={(q) => change({ q })}
          />
        </div>
        <Failures list={list} overview={overview} />
        {list.isPending && <LoadingRows label={t('users.loading')} />}
        {list.data !== undefined && rows.length === 0 && (
          <EmptyList title={t('users.noMatch')} lead={t('users.noMatchHelp')}>
            <Button onClick={() => change({ q: '' })}>{t('users.clearFilter')}</Button>
          </EmptyList>
        )}
        {rows.length > 0 && (
          <UserGrid
            users={rows}
            activity={activity}
            grants={overview.data?.grants}
            openId={openUser?.userId}
            wide={pane === null}
            open={open}
            toggle={toggle}
            onKey={onKey}
          />
        )}
        <ChangeBar save={() => void save()} />
        {list.data !== undefined && <Foot shown={rows.length} all={users.length} />}
      </section>
      <Beside
        search={search}
        list={list}
        activity={activity}
        takeFocus={byKey}
        close={close}
        done={done}
        show={(userId) => change({ user: String(userId), pane: '' }, { ignoreBlocker: true })}
      />
    </div>
  )
}

/** When the pane closes, the focus goes back to the list. */
function useFocusBack(list: RefObject<HTMLElement | null>, pane: string | null): void {
  const before = useRef(pane)
  useEffect(() => {
    if (pane === null && before.current !== null)
      list.current?.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')?.focus()
    before.current = pane
  }, [list, pane])
}

interface ListState {
  readonly error: Error | null
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

/** What was not read; what was read before stays in view. */
function Failures({ list, overview }: { list: ListState; overview: ListState }) {
  const { t } = useTranslation()
  const failed = list.error !== null ? list : overview
  if (failed.error === null) return null
  const reason = errorText(t, failed.error)
  return (
    <div className={page.failed}>
      <LoadFailed query={failed}>
        {failed === list ? t('users.loadFailed', { reason }) : t('users.overviewFailed', { reason })}
      </LoadFailed>
    </div>
  )
}

function Foot({ shown: number, all }: { shown: number; all: number }) {
  const { t } = useTranslation()
  return (
    <footer className={page.foot}>
      <span className="num">
        {number === all ? t('users.count', { count: all, number }) : t('users.countOf', { number, all })}
      </span>
      <span className={page.aside}>{t('users.keys')}</span>
    </footer>
  )
}
