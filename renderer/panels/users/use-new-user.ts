import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { nameSchema, newEmailSchema } from '../../../service/contract/option-api.ts'
import type { ApiError } from '../../api/http.ts'
import { createUser, USERS_KEY, type NewUser } from '../../api/users.ts'
import { brokenBy, useSavedForm, type BrokenRules } from '../../form/use-saved-form.ts'
import { byPath } from '../../i18n/refusal/text.ts'
import { brokenPassword } from '../../password/password.ts'
import { PRESETS } from './presets.ts'
import { usePasswordRule } from '../../password/use-password-rule.ts'

const WHO = z.object({ name: nameSchema, email: newEmailSchema })

/** The rules that the name and the e-mail of a new user break. */
export const brokenWho = ({ name, email }: NewUser): BrokenRules => brokenBy(WHO, { name, email })

/** Stands at the e-mail of somebody who is known already. */
export const TAKEN = 'taken'

const trimmed = ({ name, email, ...rest }: NewUser): NewUser => ({
  name: name.trim(),
  email: email.trim(),
  ...rest,
})

/** Where a refusal stands. */
const place = ({ code, problems }: ApiError): BrokenRules =>
  code === 'EMAIL_TAKEN' ? { email: TAKEN } : byPath(problems)

/** The form of a new user. @param made called with who was added */
export function useNewUser(made: (userId: number, user: NewUser) => void) {
  const queries = useQueryClient()
  const rule = usePasswordRule()
  const saving = useSavedForm<NewUser, number>({
    start: { name: '', email: '', password: '', permissions: PRESETS.viewer },
    check: (values) => ({
      ...brokenWho(trimmed(values)),
      ...brokenPassword(values.password, rule),
    }),
    place,
    send: (values) => createUser(trimmed(values)),
    sent: async (userId, values) => {
      await queries.invalidateQueries({ queryKey: USERS_KEY })
      made(userId, trimmed(values))
    },
  })
  return { ...saving, rule }
}
