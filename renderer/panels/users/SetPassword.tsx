import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { changeUser, USERS_KEY, type User } from '../../api/users.ts'
import { useUnsaved } from '../../form/unsaved.ts'
import { useSavedForm } from '../../form/use-saved-form.ts'
import { byPath } from '../../i18n/refusal/text.ts'
import { useSignedIn } from '../../stores/session.ts'
import { Card } from '../../ui/Card.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { brokenPassword } from '../../password/password.ts'
import { PasswordField } from './PasswordField.tsx'
import { passwordReason } from './rights.ts'
import { usePasswordRule } from '../../password/use-password-rule.ts'
import { refusalText } from './refusal.ts'
import { besideOf } from './search.ts'
import css from './Users.module.css'

/** A new password for a user: never shown again once it is set. */
export function SetPassword({ user }: { user: User }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const rule = usePasswordRule()
  const reason = passwordReason(useSignedIn().user, user)
  const { element, form, ruleOf, save, failure, submit } = useSavedForm({
    start: { password: '' },
    check: ({ password }) => brokenPassword(password, rule),
    place: ({ problems }) => byPath(problems),
    send: ({ password }) => changeUser(user.userId, { password }),
    sent: async () => {
      form.reset()
      await queries.invalidateQueries({ queryKey: USERS_KEY })
      notifications.show({ message: t('users.password.set', { name: user.name }) })
    },
  })
  const { password } = form.values
  useUnsaved(password !== '', { of: besideOf })
  return (
    <Card title={t('users.password.title')}>
      {reason !== null ? (
        <p className="second">{t(`users.reason.${reason}`)}</p>
      ) : (
        <form className={css.stack} ref={element} noValidate onSubmit={submit}>
          <PasswordField
            label={t('users.password.new')}
            value={password}
            onChange={(value) => form.setFieldValue('password', value)}
            rule={rule}
            refused={ruleOf('password')}
          />
          <p className="meta">{t('users.password.setHelp')}</p>
          {failure !== null && (
            <Notice tone="fail">{t('danger.failed', { reason: refusalText(t, failure) })}</Notice>
          )}
          <div className={css.end}>
            {password !== '' && <CopyButton value={password} thing={t('users.password.new')} />}
            <Button type="submit" loading={save.isPending} disabled={password === ''}>
              {t('users.password.do')}
            </Button>
          </div>
        </form>
      )}
    </Card>
  )
}
