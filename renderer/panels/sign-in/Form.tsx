/** Sign-in by e-mail, password and the access code of the system. */
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loginRequest } from '../../../service/contract/option-api.ts'
import { errorText } from '../../api/error-text.ts'
import { ApiError } from '../../api/http.ts'
import { signIn } from '../../api/session.ts'
import { shortDuration } from '../../i18n/format.ts'
import { byPath } from '../../i18n/refusal/text.ts'
import { brokenBy, useSavedForm } from '../../form/use-saved-form.ts'
import { Notice } from '../../ui/Notice.tsx'
import css from './SignIn.module.css'

export function Form({ why }: { why: 'new' | 'ended' | 'entry-failed' }) {
  const { t } = useTranslation()
  const {
    element,
    form: { field },
    save: login,
    submit,
  } = useSavedForm({
    start: { email: '', password: '', access_code: '' },
    check: (values) => brokenBy(loginRequest, values),
    place: ({ problems }) => byPath(problems),
    send: signIn,
  })
  return (
    <form className={css.form} ref={element} noValidate onSubmit={submit}>
      <h1 className={css.title}>{t('signIn.title')}</h1>
      <p className={css.lead}>{t('signIn.lead')}</p>
      {why === 'ended' && <Notice tone="info">{t('signIn.ended')}</Notice>}
      {why === 'entry-failed' && !login.isError && <Notice tone="warn">{t('signIn.entryFailed')}</Notice>}
      {login.isError && <Failure key={login.submittedAt} error={login.error} />}
      <TextInput
        label={t('signIn.email')}
        type="email"
        autoComplete="username"
        autoFocus
        {...field('email')}
      />
      <PasswordInput
        label={t('signIn.password')}
        description={t('signIn.passwordHelp')}
        autoComplete="current-password"
        {...field('password')}
        {...visibility(t('common.show'))}
      />
      <PasswordInput
        label={t('signIn.accessCode')}
        description={t('signIn.accessCodeHelp')}
        autoComplete="off"
        {...field('access_code')}
        {...visibility(t('common.show'))}
      />
      <div>
        <Button type="submit" variant="filled" loading={login.isPending}>
          {t('signIn.submit')}
        </Button>
      </div>
    </form>
  )
}

const visibility = (label: string) => ({
  visibilityToggleButtonProps: { 'aria-label': label, tabIndex: 0 },
})

/** One message for any wrong credential; the time left when there were too many tries. */
function Failure({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const wait = error instanceof ApiError && error.status === 429 ? (error.retryAfterSeconds ?? 60) : 0
  const [left, setLeft] = useState(wait)
  useEffect(() => {
    if (wait === 0) return
    const end = Date.now() + wait * 1000
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000))), 500)
    return () => clearInterval(timer)
  }, [wait])
  if (wait > 0) {
    return left === 0 ? null : (
      <Notice tone="warn">{t('signIn.limited', { time: shortDuration(left * 1000) })}</Notice>
    )
  }
  if (error instanceof ApiError && error.code === 'LOGIN_FAILED') {
    return <Notice tone="fail">{t('signIn.failed')}</Notice>
  }
  if (error instanceof ApiError && error.problems.length > 0) return null
  return <Notice tone="fail">{errorText(t, error)}</Notice>
}
