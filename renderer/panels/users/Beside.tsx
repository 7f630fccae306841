/** What stands beside the list: the details of a user, or what the address names instead. */
import { useTranslation } from 'react-i18next'
import type { UserActivity } from '../../../service/contract/console/users.ts'
import { ApiError } from '../../api/http.ts'
import { AccessCodePane } from './AccessCodePane.tsx'
import { AddManyPane } from './many/AddManyPane.tsx'
import { NewUserPane } from './NewUserPane.tsx'
import { OwnPassword } from './OwnPassword.tsx'
import { Pane } from './Pane.tsx'
import type { Search } from './search.ts'
import { UserPane } from './UserPane.tsx'
import type { useUserList } from './use-users.ts'

interface Props {
  readonly search: Search
  readonly list: ReturnType<typeof useUserList>
  readonly activity: ReadonlyMap<number, UserActivity>
  readonly takeFocus: boolean
  readonly close: () => void
  /** Closes it without a question. */
  readonly done: () => void
  readonly show: (userId: number) => void
}

export function Beside({ search, list, activity, takeFocus, close, done, show }: Props) {
  const { t } = useTranslation()
  if (search.pane === 'new') return <NewUserPane close={close} show={show} />
  if (search.pane === 'many') return <AddManyPane close={close} />
  if (search.pane === 'code') return <AccessCodePane close={close} done={done} />
  if (search.pane === 'password')
    return (
      <Pane title={t('users.own.title')} close={close}>
        <OwnPassword done={close} />
      </Pane>
    )
  if (search.user === undefined) return null
  const { data: users, error, isFetching, refetch } = list
  const data = users?.find(({ userId }) => String(userId) === search.user)
  return (
    <UserPane
      key={search.user}
      id={search.user}
      query={{
        data,
        error: users !== undefined && data === undefined ? GONE : data ? null : error,
        isFetching,
        refetch,
      }}
      close={close}
      deleted={done}
      takeFocus={takeFocus}
      users={users ?? []}
      activity={data && activity.get(data.userId)}
    />
  )
}

/** What the list, once read, says of an id that it does not have. */
const GONE = new ApiError('NOT_FOUND', { status: 404 })
