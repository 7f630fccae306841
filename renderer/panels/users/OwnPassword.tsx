import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { changeOwnPassword } from '../../api/users.ts'
import { useSavedForm } from '../../form/use-saved-form.ts'
import { byPath } from '../../i18n/refusal/text.ts'
import { Notice } from '../../ui/Notice.tsx'
import { brokenPassword } from '../../password/password.ts'
import { PasswordField } from './PasswordField.tsx'
import { usePasswordRule } from '../../password/use-password-rule.ts'
import { refusalText } from './refusal.ts'
import css from './Users.module.css'

/** Changes the password of who is signed in. */
export function OwnPassword({ done }: { done?: () => void }) {
  const { t } = useTranslation()
  const rule = usePasswordRule()
  const { element, form, ruleOf, save, failure, submit } = useSavedForm({
    start: { password: '' },
    check: ({ password }) => brokenPassword(password, rule),
    place: ({ problems }) => byPath(problems),
    send: ({ password }) => changeOwnPassword(password),
    sent: () => {
      form.reset()
      notifications.show({ message: t('users.own.changed') })
      done?.()
    },
  })
  return (
    <form className={css.stack} ref={element} noValidate onSubmit={submit}>
      <p className="second">{t('users.own.lead')}</p>
      <PasswordField
        label={t('users.own.label')}
        value={form.values.password}
        onChange={(value) => form.setFieldValue('password', value)}
        rule={rule}
        refused={ruleOf('password')}
      />
      {failure !== null && (
        <Notice tone="fail">{t('danger.failed', { reason: refusalText(t, failure) })}</Notice>
      )}
      <div className={css.end}>
        <Button type="submit" variant="filled" loading={save.isPending}>
          {t('users.own.change')}
        </Button>
      </div>
    </form>
  )
}
