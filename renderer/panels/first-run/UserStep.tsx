/** Who runs the installation: the user it was made with, and the code that every sign-in needs. */
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  changeFirstUserRequest,
  type ChangeFirstUser,
  type FirstUser,
} from '../../../service/contract/console/setup.ts'
import { renewSession } from '../../api/session.ts'
import { changeFirstUser, getFirstUser } from '../../api/setup.ts'
import { carriedText } from '../../i18n/refusal/text.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { brokenPassword, generateAccessCode, generatePassword } from '../../password/password.ts'
import { usePasswordRule } from '../../password/use-password-rule.ts'
import { StepForm } from './StepForm.tsx'
import { StepWait } from './StepWait.tsx'
import type { StepProps } from './step.ts'
import css from './FirstRun.module.css'

const KEY = ['setup', 'user'] as const

export function UserStep(step: StepProps) {
  const { t } = useTranslation()
  const query = useQuery({ queryKey: KEY, queryFn: getFirstUser, staleTime: Infinity, gcTime: 0 })
  if (query.data === undefined) return <StepWait title={t('firstRun.user.title')} query={query} />
  return <Fields step={step} known={query.data} />
}

type Values = Record<keyof FirstUser, string>

/** What differs; an empty secret that nobody knows stays as it is. */
function changesOf(known: FirstUser, values: Values): ChangeFirstUser {
  const members = ['name', 'email', 'password', 'accessCode'] as const
  const changed = members.filter((member) => values[member] !== (known[member] ?? ''))
  return Object.fromEntries(changed.map((member) => [member, values[member]]))
}

function Fields({ step, known }: { step: StepProps; known: FirstUser }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [values, setValues] = useState<Values>({
    ...known,
    password: known.password ?? '',
    accessCode: known.accessCode ?? '',
  })
  const changes = changesOf(known, { ...values, name: values.name.trim(), email: values.email.trim() })
  const passwordRule = usePasswordRule()
  const problems: Partial<Record<string, string>> = {
    ...(changes.password === undefined ? {} : brokenPassword(changes.password, passwordRule)),
  }
  for (const { path, message } of changeFirstUserRequest.safeParse(changes).error?.issues ?? [])
    problems[String(path[0])] ??= message
  const save = useMutation({
    mutationFn: async () => {
      if (Object.keys(changes).length === 0) return
      await changeFirstUser(changes)
      await renewSession()
      await queries.invalidateQueries({ queryKey: KEY })
    },
    onSuccess: step.next,
  })
  const field = (member: keyof Values) => {
    const rule = problems[member]
    return {
      value: values[member],
      onChange: (event: { currentTarget: { value: string } }) => {
        const { value } = event.currentTarget
        setValues((before) => ({ ...before, [member]: value }))
      },
      error: rule === undefined ? undefined : carriedText(t, rule),
      autoComplete: 'off',
      spellCheck: false,
    }
  }
  const set = (member: keyof Values, value: string) => setValues((before) => ({ ...before, [member]: value }))
  return (
    <StepForm
      step={step}
      title={t('firstRun.user.title')}
      lead={t('firstRun.user.lead')}
      busy={save.isPending}
      error={save.error}
      blocked={Object.keys(problems).length > 0 ? t('firstRun.user.blocked') : null}
      onContinue={() => save.mutate()}
    >
      <div className={css.card}>
        <div className={css.pair}>
          <TextInput label={t('firstRun.user.name')} {...field('name')} />
          <TextInput label={t('signIn.email')} type="email" {...field('email')} />
        </div>
        <Secret
          label={t('signIn.password')}
          help={
            passwordRule.minLength === null
              ? t('firstRun.user.passwordHelp')
              : t('firstRun.user.passwordLeast', { min: passwordRule.minLength })
          }
          unknown={known.password === null}
          field={field('password')}
          generate={() => set('password', generatePassword(passwordRule))}
        />
        <Secret
          label={t('signIn.accessCode')}
          help={t('firstRun.user.accessCodeHelp')}
          unknown={known.accessCode === null}
          field={field('accessCode')}
          generate={() => set('accessCode', generateAccessCode())}
        />
      </div>
    </StepForm>
  )
}

interface SecretProps {
  readonly label: string
  readonly help: string
  /** Only its hash is left: an empty field keeps it. */
  readonly unknown: boolean
  readonly field: { readonly value: string } & object
  readonly generate: () => void
}

function Secret({ label, help, unknown, field, generate }: SecretProps) {
  const { t } = useTranslation()
  return (
    <div className={css.secret}>
      <TextInput
        label={label}
        description={help}
        placeholder={unknown ? t('firstRun.user.unchanged') : undefined}
        classNames={{ input: css.code ?? '' }}
        rightSection={field.value === '' ? null : <CopyButton value={field.value} thing={label} />}
        {...field}
      />
      <Button aria-label={t('firstRun.user.generateThing', { thing: label })} onClick={generate}>
        {t('firstRun.user.generate')}
      </Button>
    </div>
  )
}
