import { Button, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { nameSchema } from '../../../service/contract/option-api.ts'
import { codePoints } from '../../../service/contract/text.ts'
import { changeUser, USERS_KEY, type User } from '../../api/users.ts'
import { carriedText } from '../../i18n/refusal/text.ts'
import { useSignedIn } from '../../stores/session.ts'
import { Card } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { renameReason } from './rights.ts'
import { refusalText } from './refusal.ts'
import css from './Users.module.css'

export function Rename({ user }: { user: User }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const reason = renameReason(useSignedIn().user, user)
  const [name, setName] = useState(user.name)
  const rename = useMutation({
    mutationFn: () => changeUser(user.userId, { name }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: USERS_KEY })
      notifications.show({ message: t('users.renamed', { name }) })
    },
  })
  const rule = nameSchema.safeParse(name).error?.issues[0]?.message
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (rule === undefined && name !== user.name) rename.mutate()
  }
  return (
    <Card title={t('users.column.name')}>
      <form className={css.stack} noValidate onSubmit={submit}>
        <div className={css.row}>
          <TextInput
            aria-label={t('users.column.name')}
            value={name}
            disabled={reason !== null}
            description={
              reason === null
                ? t('users.nameHelp', { length: codePoints(name) })
                : t(`users.reason.${reason}`)
            }
            inputWrapperOrder={['input', 'description', 'error']}
            error={rule === undefined ? undefined : carriedText(t, rule)}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button
            type="submit"
            loading={rename.isPending}
            disabled={name === user.name || rule !== undefined}
          >
            {t('users.rename')}
          </Button>
        </div>
        {rename.error !== null && (
          <Notice tone="fail">{t('danger.failed', { reason: refusalText(t, rename.error) })}</Notice>
        )}
      </form>
    </Card>
  )
}
