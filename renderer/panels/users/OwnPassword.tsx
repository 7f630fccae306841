import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { changeOwnPassword } from '../../api/users.ts'
import { Notice } from '../../ui/Notice.tsx'
import { brokenRule } from './password.ts'
import { PasswordField } from './PasswordField.tsx'
import { usePasswordRule } from './use-users.ts'
import { refusalText, refusedRule } from './refusal.ts'
import css from './Users.module.css'

/** Changes the password of who is signed in. */
export function OwnPassword({ done }: { done?: () => void }) {
  const { t } = useTranslation()
  const rule = usePasswordRule()
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const change = useMutation({
    mutationFn: changeOwnPassword,
    // The password is forgotten with the form.
    gcTime: 0,
    onSuccess: () => {
      setPassword('')
      setTried(false)
      notifications.show({ message: t('users.own.changed') })
      done?.()
    },
  })
  const broken = brokenRule(password, rule)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setTried(true)
    if (broken === null) change.mutate(password)
  }
  const { error } = change
  const refused = refusedRule(error)
  return (
    <form className={css.stack} noValidate onSubmit={submit}>
      <p className="second">{t('users.own.lead')}</p>
      <PasswordField
        label={t('users.own.label')}
        value={password}
        onChange={(value) => {
          change.reset()
          setPassword(value)
        }}
        rule={rule}
        refused={refused ?? (tried ? (broken ?? undefined) : undefined)}
      />
      {error !== null && refused === undefined && (
        <Notice tone="fail">{t('danger.failed', { reason: refusalText(t, error) })}</Notice>
      )}
      <div className={css.end}>
        <Button type="submit" variant="filled" loading={change.isPending}>
          {t('users.own.change')}
        </Button>
      </div>
    </form>
  )
}
