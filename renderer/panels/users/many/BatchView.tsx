/** Users being added and added, with what they sign in with, and those who were not, with the reason. */
import { Button, Progress } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { csvOf, saveCsv } from '../../../ui/csv.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { UserText } from '../../../ui/UserText.tsx'
import { Pane } from '../Pane.tsx'
import { refusalText } from '../refusal.ts'
import { useBatch, withOutcome, type Added } from './batch.ts'
import { useSend } from './use-send.ts'
import inspector from '../../../ui/Inspector.module.css'
import css from '../Users.module.css'

export function BatchView({ close }: { close: () => void }) {
  const { t } = useTranslation()
  const { all, isRunning, again, forget } = useBatch()
  const send = useSend()
  const added = withOutcome(all, 'added')
  const failed = withOutcome(all, 'failed')
  const generated = added.filter(({ isGenerated }) => isGenerated)
  const done = added.length + failed.length
  return (
    <Pane
      title={t('users.many.title')}
      close={close}
      foot={
        !isRunning && (
          <footer className={`${inspector.foot ?? ''} ${css.end ?? ''}`}>
            {failed.length > 0 && (
              <Button onClick={() => void again(send)}>
                {t('users.many.again', { count: failed.length, number: failed.length })}
              </Button>
            )}
            {generated.length > 0 && (
              <Button
                variant="filled"
                leftSection={<IconDownload size={16} stroke={1.6} />}
                onClick={() => saveCsv('airdesk-passwords.csv', passwordsOf(generated))}
              >
                {t('users.many.save')}
              </Button>
            )}
            <Button onClick={forget}>
              {t(generated.length > 0 ? 'users.many.saved' : 'users.many.close')}
            </Button>
          </footer>
        )
      }
    >
      {isRunning ? (
        <div className={css.stack}>
          <p className="num">{t('users.many.adding', { number: done, all: all.length })}</p>
          <Progress value={(100 * done) / all.length} aria-label={t('users.many.title')} />
        </div>
      ) : (
        <p role="status" className="num">
          <strong>{t('users.many.added', { count: added.length, number: added.length })}</strong>
        </p>
      )}
      {failed.length > 0 && <NotAdded failed={failed} />}
      {!isRunning && generated.length > 0 && (
        <Notice tone="warn" alert={false}>
          {t('users.many.once')}
        </Notice>
      )}
      {added.length > 0 && <SignIns added={added} />}
      {!isRunning && added.length > 0 && <p className="second">{t('users.many.tell')}</p>}
    </Pane>
  )
}

/** Given passwords are in the operator's own table. */
const passwordsOf = (generated: readonly Added[]): string =>
  csvOf(
    ['name', 'email', 'password'],
    generated.map(({ user: { name, email, password } }) => ({ name, email, password })),
  )

function NotAdded({ failed }: { failed: readonly Added[] }) {
  const { t } = useTranslation()
  return (
    <section>
      <h3>{t('users.many.failed', { count: failed.length, number: failed.length })}</h3>
      <ul className={css.lines} tabIndex={0} aria-label={t('users.many.failedLabel')}>
        {failed.map(({ user, outcome }, at) => (
          <li key={at}>
            <UserText className="cut">{user.email}</UserText>
            <span className={css.why}>{outcome.kind === 'failed' && refusalText(t, outcome.error)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function SignIns({ added }: { added: readonly Added[] }) {
  const { t } = useTranslation()
  return (
    <ul className={css.lines} tabIndex={0} aria-label={t('users.many.signIns')}>
      {added.map(({ user, isGenerated }, at) => (
        <li key={at}>
          <span className={css.lineHead}>
            <UserText className="cut">{user.email}</UserText>
          </span>
          {isGenerated ? (
            <span className={css.secret}>
              <output className="mono">{user.password}</output>
              <CopyButton value={user.password} thing={`${t('users.password.label')}, ${user.email}`} />
            </span>
          ) : (
            <span className="meta">{t('users.many.given')}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
