/** Every change that waits, by user, with what came of saving it. */
import { Button } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { PermissionKey } from '../../../service/contract/console/users.ts'
import type { User } from '../../api/users.ts'
import { useSignedIn } from '../../stores/session.ts'
import { Notice } from '../../ui/Notice.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { byUser, type Edits } from './edits.ts'
import { useEdits, type Outcome } from './edit-store.ts'
import { useUserList } from './use-users.ts'
import { useSave } from './use-save.ts'
import { refusalText } from './refusal.ts'
import css from './Users.module.css'

const MODAL = 'review-permissions'

export function openReview(t: TFunction): void {
  modals.open({
    modalId: MODAL,
    title: t('users.reviewTitle'),
    size: 520,
    closeButtonProps: { 'aria-label': t('common.close') },
    children: <Review />,
  })
}

function Review() {
  const { t } = useTranslation()
  const { edits, outcomes, saving, discard } = useEdits()
  const { data = [] } = useUserList()
  const save = useSave()
  const { userId: me } = useSignedIn().user
  const losesRoom = edits.some(({ userId, key, to }) => userId === me && key === 'user' && !to)
  const close = () => modals.close(MODAL)
  if (edits.length === 0) return <p role="status">{t('users.nothingWaits')}</p>
  return (
    <div className={css.stack}>
      {losesRoom && <Notice tone="warn">{t('users.losesRoom')}</Notice>}
      <div className={css.review} tabIndex={0} role="group" aria-label={t('users.waiting')}>
        {[...byUser(edits)].map(([userId, own]) => (
          <One
            key={userId}
            edits={own}
            user={data.find((user) => user.userId === userId)}
            outcome={outcomes.get(userId)}
          />
        ))}
      </div>
      <div className={css.end}>
        <Button
          onClick={() => {
            discard()
            close()
          }}
        >
          {t('users.discard.do')}
        </Button>
        <Button
          variant="filled"
          data-autofocus
          loading={saving}
          onClick={() => {
            void save().then(() => {
              if (useEdits.getState().edits.length === 0) close()
            })
          }}
        >
          {t('common.save')}
        </Button>
      </div>
    </div>
  )
}

interface OneProps {
  readonly edits: Edits
  /** Undefined once the user was deleted. */
  readonly user: User | undefined
  readonly outcome: Outcome | undefined
}

function One({ edits, user, outcome }: OneProps) {
  const { t } = useTranslation()
  const { drop, rebase } = useEdits()
  const userId = edits[0]?.userId ?? 0
  const change = (key: PermissionKey, to: boolean) =>
    t(to ? 'users.grants' : 'users.takes', { permission: t(`users.permission.${key}`) })
  return (
    <section className={css.reviewed}>
      <header>
        <h3>
          <UserText>{user?.name ?? String(userId)}</UserText>
        </h3>
        <span className="meta cut">{user?.email}</span>
      </header>
      <ul>
        {edits.map(({ key, to }) => (
          <li key={key}>{change(key, to)}</li>
        ))}
      </ul>
      {outcome?.kind === 'failed' && (
        <Notice tone="fail">{t('users.failed', { reason: refusalText(t, outcome.error) })}</Notice>
      )}
      {outcome?.kind === 'stale' && user !== undefined && (
        <Notice
          tone="warn"
          actions={
            <>
              <Button size="xs" onClick={() => drop(userId)}>
                {t('users.stale.drop')}
              </Button>
              <Button size="xs" onClick={() => rebase(user)}>
                {t('users.stale.keep')}
              </Button>
            </>
          }
        >
          {t('users.stale.lead', {
            now: outcome.keys
              .map((key) =>
                t(user.permissions[key] ? 'users.stale.has' : 'users.stale.hasNot', {
                  permission: t(`users.permission.${key}`),
                }),
              )
              .join(t('common.listSeparator')),
          })}
        </Notice>
      )}
    </section>
  )
}
