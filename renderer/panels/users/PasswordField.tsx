/** A password to be chosen: checked while it is typed, or generated. */
import { Button, PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PasswordRule } from '../../../service/contract/console/users.ts'
import { codePoints } from '../../../service/contract/text.ts'
import { carriedText } from '../../i18n/refusal/text.ts'
import { brokenRule, generatePassword, SPECIFIED_MAX } from '../../password/password.ts'
import css from './Users.module.css'

interface Props {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly rule: PasswordRule
  /** A rule that the service found broken, or that is to be shown although nothing was typed. */
  readonly refused?: string | undefined
  readonly autoFocus?: boolean
}

export function PasswordField({ label, value, onChange, rule, refused, autoFocus }: Props) {
  const { t } = useTranslation()
  const [visible, setVisible] = useState(false)
  const broken = (value === '' ? null : brokenRule(value, rule)) ?? refused
  const { minLength } = rule
  const length = codePoints(value)
  return (
    <div className={css.row}>
      <PasswordInput
        label={label}
        description={
          minLength === null
            ? t('users.password.specified', { length, max: SPECIFIED_MAX })
            : t('users.password.least', { length, min: minLength })
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={value}
        error={broken === undefined ? undefined : carriedText(t, broken)}
        autoComplete="new-password"
        visible={visible}
        onVisibilityChange={setVisible}
        visibilityToggleButtonProps={{ 'aria-label': t('users.password.reveal') }}
        {...(autoFocus ? { 'data-autofocus': true } : {})}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Button
        className={css.generate}
        onClick={() => {
          setVisible(true)
          onChange(generatePassword(rule))
        }}
      >
        {t('users.password.generate')}
      </Button>
    </div>
  )
}
