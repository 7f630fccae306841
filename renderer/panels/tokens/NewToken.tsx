/** A new access token: first its name, then, this once, the token. */
import { Button, Group, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { createAccessTokenRequest } from '../../../service/contract/console/access-tokens.ts'
import { createAccessToken, TOKENS_KEY } from '../../api/access-tokens.ts'
import { errorText } from '../../api/error-text.ts'
import { carriedText } from '../../i18n/refusal/text.ts'
import { Notice } from '../../ui/Notice.tsx'
import { CopyField } from '../../ui/ValueField.tsx'
import css from './Tokens.module.css'

const MODAL = 'new-token'

/** It stays open until it is closed on purpose: the token can't be shown again. */
export function openNewToken(t: TFunction): void {
  modals.open({
    modalId: MODAL,
    title: t('tokens.new'),
    size: 480,
    withCloseButton: false,
    closeOnClickOutside: false,
    closeOnEscape: false,
    children: <NewToken close={() => modals.close(MODAL)} />,
  })
}

function NewToken({ close }: { close: () => void }) {
  const queries = useQueryClient()
  const create = useMutation({
    mutationFn: createAccessToken,
    // The token is forgotten with the dialog.
    gcTime: 0,
    onSuccess: () => void queries.invalidateQueries({ queryKey: TOKENS_KEY }),
  })
  if (create.data) return <Made token={create.data.token} close={close} />
  return <NameForm create={create.mutate} busy={create.isPending} failure={create.error} close={close} />
}

interface FormProps {
  readonly create: (name: string) => void
  readonly busy: boolean
  readonly failure: unknown
  readonly close: () => void
}

function NameForm({ create, busy, failure, close }: FormProps) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const rule = createAccessTokenRequest.safeParse({ name: name.trim() }).error?.issues[0]?.message
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setTried(true)
    if (rule === undefined) create(name.trim())
  }
  return (
    <form className={css.dialog} noValidate onSubmit={submit}>
      <TextInput
        data-autofocus
        label={t('tokens.name')}
        description={t('tokens.nameHelp')}
        value={name}
        error={tried && rule !== undefined ? carriedText(t, rule) : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !event.nativeEvent.isComposing) close()
        }}
      />
      {failure !== null && (
        <Notice tone="fail">{t('danger.failed', { reason: errorText(t, failure) })}</Notice>
      )}
      <Group justify="flex-end" gap="sm">
        <Button onClick={close}>{t('common.cancel')}</Button>
        <Button type="submit" variant="filled" loading={busy}>
          {t('tokens.create')}
        </Button>
      </Group>
    </form>
  )
}

function Made({ token, close }: { token: string; close: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={css.dialog}>
      <Notice tone="warn">{t('tokens.once')}</Notice>
      <CopyField label={t('tokens.token')} value={token} />
      <Group justify="flex-end" gap="sm">
        <Button variant="filled" data-autofocus onClick={close}>
          {t('tokens.copied')}
        </Button>
      </Group>
    </div>
  )
}
