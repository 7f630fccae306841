import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { changeUser, USERS_KEY, type User } from '../../api/users.ts'
import { useSignedIn } from '../../stores/session.ts'
import { Card } from '../../ui/Card.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { brokenRule } from './password.ts'
import { PasswordField } from './PasswordField.tsx'
import { passwordReason } from './rights.ts'
import { usePasswordRule } from './use-users.ts'
import { refusalText, refusedRule } from './refusal.ts'
import css from './Users.module.css'

/** A new password for a user: never shown again once it is set. */
export function SetPassword({ user }: { user: User }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const rule = usePasswordRule()
  const reason = passwordReason(useSignedIn().user, user)
  const [password, setPassword] = useState('')
  const set = useMutation({
    mutationFn: () => changeUser(user.userId, { password }),
    gcTime: 0,
    onSuccess: async () => {
      setPassword('')
      await queries.invalidateQueries({ queryKey: USERS_KEY })
      notifications.show({ message: t('users.password.set', { name: user.name }) })
    },
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (password !== '' && brokenRule(password, rule) === null) set.mutate()
  }
  const { error } = set
  const refused = refusedRule(error)
  return (
    <Card title={t('users.password.title')}>
      {reason !== null ? (
        <p className="second">{t(`users.reason.${reason}`)}</p>
      ) : (
        <form className={css.stack} noValidate onSubmit={submit}>
          <PasswordField
            label={t('users.password.new')}
            value={password}
            onChange={(value) => {
              set.reset()
              setPassword(value)
            }}
            rule={rule}
            refused={refused}
          />
          <p className="meta">{t('users.password.setHelp')}</p>
          {error !== null && refused === undefined && (
            <Notice tone="fail">{t('danger.failed', { reason: refusalText(t, error) })}</Notice>
          )}
          <div className={css.end}>
            {password !== '' && <CopyButton value={password} thing={t('users.password.new')} />}
            <Button type="submit" loading={set.isPending} disabled={password === ''}>
              {t('users.password.do')}
            </Button>
          </div>
        </form>
      )}
    </Card>
  )
}
