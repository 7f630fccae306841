import { Button, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { nameSchema } from '../../../service/contract/option-api.ts'
import { codePoints } from '../../../service/contract/text.ts'
import { changeUser, USERS_KEY, type User } from '../../api/users.ts'
import { MeanwhileNotice } from '../../form/MeanwhileNotice.tsx'
import { useMeanwhile } from '../../form/use-meanwhile.ts'
import { brokenBy, useSavedForm } from '../../form/use-saved-form.ts'
import { useUnsaved } from '../../form/unsaved.ts'
import { byPath } from '../../i18n/refusal/text.ts'
import { useSignedIn } from '../../stores/session.ts'
import { Card } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { renameReason } from './rights.ts'
import { refusalText } from './refusal.ts'
import { besideOf } from './search.ts'
import css from './Users.module.css'

const NAME = z.object({ name: nameSchema })
type Values = z.input<typeof NAME>

const sameName = (a: Values, b: Values): boolean => a.name === b.name

export function Rename({ user }: { user: User }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const reason = renameReason(useSignedIn().user, user)
  const { element, form, save, failure, submit } = useSavedForm({
    start: { name: user.name },
    check: (values) => brokenBy(NAME, values),
    place: ({ problems }) => byPath(problems),
    asTyped: true,
    send: ({ name }) => changeUser(user.userId, { name }),
    sent: async (_, { name }) => {
      await queries.invalidateQueries({ queryKey: USERS_KEY })
      notifications.show({ message: t('users.renamed', { name }) })
    },
  })
  const { name } = form.values
  const { isChanged, isTyped, meanwhile, ...choose } = useMeanwhile<Values>({
    ...{ known: { name: user.name }, values: form.values, setValues: form.setValues },
    ...{ same: sameName, busy: save.isPending },
  })
  useUnsaved(isTyped, { of: besideOf })
  return (
    <Card title={t('users.column.name')}>
      <form className={css.stack} ref={element} noValidate onSubmit={submit}>
        <div className={css.row}>
          <TextInput
            aria-label={t('users.column.name')}
            disabled={reason !== null}
            description={
              reason === null
                ? t('users.nameHelp', { length: codePoints(name) })
                : t(`users.reason.${reason}`)
            }
            inputWrapperOrder={['input', 'description', 'error']}
            {...form.field('name')}
          />
          <Button type="submit" loading={save.isPending} disabled={!isChanged || meanwhile}>
            {t('users.rename')}
          </Button>
        </div>
        {meanwhile && (
          <MeanwhileNotice {...choose}>{t('users.renamedMeanwhile', { name: user.name })}</MeanwhileNotice>
        )}
        {failure !== null && (
          <Notice tone="fail">{t('danger.failed', { reason: refusalText(t, failure) })}</Notice>
        )}
      </form>
    </Card>
  )
}
