import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { emailSchema, nameSchema } from '../../../service/contract/option-api.ts'
import { ApiError } from '../../api/http.ts'
import { createUser, USERS_KEY, type NewUser } from '../../api/users.ts'
import { ruleText } from '../../i18n/rules.ts'
import { brokenRule } from './password.ts'
import { PRESETS } from './presets.ts'
import { usePasswordRule } from './use-users.ts'

/** The form and its sending. @param made called with who was added */
export function useNewUser(made: (userId: number, user: NewUser) => void) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const rule = usePasswordRule()
  const element = useRef<HTMLFormElement>(null)
  const form = useForm<NewUser>({
    initialValues: { name: '', email: '', password: '', permissions: PRESETS.viewer },
    validate: {
      name: (name) => nameSchema.safeParse(name.trim()).error?.issues[0]?.message,
      email: (email) => emailSchema.safeParse(email.trim()).error?.issues[0]?.message,
      password: (password) => brokenRule(password, rule),
    },
  })
  const focusFirst = () =>
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  const create = useMutation({
    mutationFn: createUser,
    gcTime: 0,
    onSuccess: async (userId, user) => {
      await queries.invalidateQueries({ queryKey: USERS_KEY })
      made(userId, user)
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return
      form.setErrors(Object.fromEntries(error.problems.map(({ member, rule: broken }) => [member, broken])))
      if (error.code === 'EMAIL_TAKEN') form.setErrors({ email: TAKEN })
      focusFirst()
    },
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (form.validate().hasErrors) return focusFirst()
    const { name, email, ...rest } = form.getValues()
    create.mutate({ name: name.trim(), email: email.trim(), ...rest })
  }
  const errorOf = (member: 'name' | 'email' | 'password') => {
    const error: unknown = form.errors[member]
    if (error === TAKEN) return t('users.emailTaken')
    return typeof error === 'string' ? ruleText(t, error) : undefined
  }
  const { error: failure } = create
  const placed =
    failure instanceof ApiError && (failure.problems.length > 0 || failure.code === 'EMAIL_TAKEN')
  const passwordError: unknown = form.errors['password']
  return {
    element,
    form,
    rule,
    submit,
    errorOf,
    busy: create.isPending,
    /** The rule that the password breaks. */
    refused: typeof passwordError === 'string' ? passwordError : undefined,
    /** A refusal that stands at no field. */
    failure: placed ? null : failure,
  }
}

const TAKEN = 'taken'
