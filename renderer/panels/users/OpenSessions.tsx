/** Where a user is signed in, each to be ended by itself. */
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { UserSession } from '../../../service/contract/console/users.ts'
import { errorText } from '../../api/error-text.ts'
import { endUserSession, readUserSessions, USERS_KEY, type User } from '../../api/users.ts'
import { Card } from '../../ui/Card.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { clientName } from './client-name.ts'
import css from './Users.module.css'

const RENEW_MS = 10_000

export function OpenSessions({ user: { userId } }: { user: User }) {
  const { t } = useTranslation()
  const { data, error } = useQuery({
    queryKey: [...USERS_KEY, userId, 'sessions'],
    queryFn: () => readUserSessions(userId),
    refetchInterval: RENEW_MS,
  })
  return (
    <Card title={t('users.openSessions')} aside={data?.length} flush>
      {error !== null && (
        <p className={css.noSession}>{t('users.overviewFailed', { reason: errorText(t, error) })}</p>
      )}
      {data?.length === 0 && <p className={`third ${css.noSession ?? ''}`}>{t('users.session.none')}</p>}
      <ul>
        {data?.map((session) => (
          <Row key={session.id} userId={userId} session={session} />
        ))}
      </ul>
    </Card>
  )
}

function Row({ userId, session }: { readonly userId: number; readonly session: UserSession }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const end = useMutation({
    mutationFn: () => endUserSession(userId, session.id),
    onSettled: () => queries.invalidateQueries({ queryKey: USERS_KEY }),
    onError: (error) =>
      void notifications.show({ message: t('users.session.notEnded', { reason: errorText(t, error) }) }),
  })
  const { kind, client, remoteAddress, openedAt, isOwn } = session
  const name = clientName(client) || t('users.session.unknown')
  return (
    <li className={css.session}>
      <div className={css.sessionText}>
        <div className="cut" title={client}>
          {name}
        </div>
        <div className="meta">
          {t(`users.session.${kind}`)}
          {remoteAddress !== '' && <span className="mono"> {remoteAddress}</span>} · <Moment at={openedAt} />
        </div>
      </div>
      {isOwn ? (
        <span className="meta">{t('users.session.own')}</span>
      ) : (
        <Button
          size="xs"
          loading={end.isPending}
          aria-label={t('users.session.endLabel', { name })}
          onClick={() => end.mutate()}
        >
          {t('users.session.end')}
        </Button>
      )}
    </li>
  )
}
