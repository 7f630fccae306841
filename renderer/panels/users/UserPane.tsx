/** One user: who it is, what they may do, and what can be done with them. */
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { PermissionKey, UserActivity } from '../../../service/contract/console/users.ts'
import type { Permissions, User } from '../../api/users.ts'
import { api } from '../../api/client.ts'
import { useMay, useSignedIn } from '../../stores/session.ts'
import { Card, Fact, Facts } from '../../ui/Card.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { InspectorPane, type InspectorProps } from '../../ui/InspectorPane.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { askDeleteUser, askSignOut } from './actions.ts'
import { shown } from './edits.ts'
import { useEdits } from './edit-store.ts'
import { OpenSessions } from './OpenSessions.tsx'
import { PermissionChecks } from './PermissionChecks.tsx'
import { Rename } from './Rename.tsx'
import { cellReason, deleteReason, signOutReason } from './rights.ts'
import { useViewAs } from './use-view-as.ts'
import { SetPassword } from './SetPassword.tsx'
import css from '../../ui/Inspector.module.css'
import danger from '../../ui/danger.module.css'

interface Props extends InspectorProps<User> {
  readonly users: readonly User[]
  readonly activity: UserActivity | undefined
  readonly deleted: () => void
}

export function UserPane({ users, activity, deleted, ...props }: Props) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { user: me } = useSignedIn()
  const askDelete = (user: User) => {
    if (deleteReason(me, user, users) === null) askDeleteUser(t, queries, user, activity, deleted)
  }
  return (
    <InspectorPane
      {...props}
      words={{
        label: t('users.inspector'),
        id: t('users.id'),
        gone: t('users.gone'),
        loading: t('users.loading'),
        failed: (reason) => t('users.loadFailed', { reason }),
      }}
      title={(user) => (user === undefined ? t('users.inspector') : <UserText>{user.name}</UserText>)}
      onKey={({ key }, user) => {
        if (key === 'Delete') askDelete(user)
      }}
    >
      {(user) => (
        <>
          <div className={css.body}>
            <UserFacts user={user} activity={activity} />
            {signOutReason(me, user) === null && <OpenSessions user={user} />}
            <Card title={t('users.permissions')} aside={<ViewAs user={user} />}>
              <Checks user={user} />
            </Card>
            <Rename user={user} />
            <SetPassword user={user} />
          </div>
          <Foot
            reason={deleteReason(me, user, users)}
            askDelete={() => askDelete(user)}
            askSignOut={
              signOutReason(me, user) === null && activity !== undefined
                ? () => askSignOut(t, queries, user, activity, user.userId === me.userId)
                : null
            }
          />
        </>
      )}
    </InspectorPane>
  )
}

/** For who may look as somebody else. */
function ViewAs({ user }: { user: User }) {
  const { t } = useTranslation()
  const { user: me } = useSignedIn()
  const { isPending, look } = useViewAs()
  if (!useMay(api.session.viewAs.who) || user.userId === me.userId) return null
  return (
    <Button size="xs" title={t('users.viewAs.help')} loading={isPending} onClick={() => look(user.userId)}>
      {t('users.viewAs.ask')}
    </Button>
  )
}

function Checks({ user }: { user: User }) {
  const { user: me } = useSignedIn()
  const { edits, toggle } = useEdits()
  const value = Object.fromEntries(
    (Object.keys(user.permissions) as PermissionKey[]).map((key) => [key, shown(edits, user, key)]),
  ) as Permissions
  return (
    <PermissionChecks
      value={value}
      toggle={(key) => toggle(user, key)}
      reasonOf={(key) => cellReason(me, user, key)}
    />
  )
}

function UserFacts({ user, activity }: { user: User; activity: UserActivity | undefined }) {
  const { t } = useTranslation()
  const { user: me } = useSignedIn()
  return (
    <Facts>
      <Fact label={t('users.column.email')}>
        <span title={t('users.emailFixed')}>{user.email}</span>
        <CopyButton value={user.email} thing={t('users.column.email')} />
      </Fact>
      <Fact label={t('users.role')}>{t(user.isMaster ? 'users.masterHelp' : 'users.noMaster')}</Fact>
      <Fact label={t('users.column.created')}>
        <span className="num">{user.created}</span>
      </Fact>
      <Fact label={t('users.lastLogin')}>
        {activity === undefined ? t('users.never') : <Moment at={activity.lastLoginAt} />}
      </Fact>
      <Fact label={t('users.column.seen')}>
        {activity === undefined ? t('users.never') : <Moment at={activity.lastSeenAt} />}
      </Fact>
      {signOutReason(me, user) !== null && (
        <Fact label={t('users.openSessions')}>
          {t('users.sessionsByKind', {
            console: activity?.consoleSessions ?? 0,
            option: activity?.optionSessions ?? 0,
          })}
        </Fact>
      )}
    </Facts>
  )
}

function Foot(props: {
  readonly reason: ReturnType<typeof deleteReason>
  readonly askDelete: () => void
  readonly askSignOut: (() => void) | null
}) {
  const { t } = useTranslation()
  return (
    <footer className={css.foot}>
      {props.reason !== null && <p className="meta">{t(`users.noDelete.${props.reason}`)}</p>}
      <div className={css.actions}>
        {props.reason === null && (
          <Button className={danger.destroy} onClick={props.askDelete}>
            {t('users.delete.ask')}
          </Button>
        )}
        <div className={css.buttons}>
          {props.askSignOut !== null && <Button onClick={props.askSignOut}>{t('users.signOut.ask')}</Button>}
        </div>
      </div>
    </footer>
  )
}
