/** A new access token: first its name, then, this once, the token. */
import { Button, Group, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { createAccessTokenRequest } from '../../../service/contract/console/access-tokens.ts'
import { createAccessToken, TOKENS_KEY } from '../../api/access-tokens.ts'
import { errorText } from '../../api/error-text.ts'
import { brokenBy, useSavedForm } from '../../form/use-saved-form.ts'
import { byPath } from '../../i18n/refusal/text.ts'
import { useEngine } from '../../api/events/hooks.ts'
import { Snippet } from '../../snippet/Snippet.tsx'
import { appCall, FIRST_CALL } from '../../explorer/run.ts'
import { Notice } from '../../ui/Notice.tsx'
import { CopyField } from '../../ui/ValueField.tsx'
import { DialogFoot } from '../../ui/DialogFoot.tsx'
import dialog from '../../ui/Dialog.module.css'

const MODAL = 'new-token'

/** It stays open until it is closed on purpose: the token can't be shown again. */
export function openNewToken(t: TFunction): void {
  modals.open({
    modalId: MODAL,
    title: t('tokens.new'),
    size: 560,
    withCloseButton: false,
    closeOnClickOutside: false,
    closeOnEscape: false,
    children: <NewToken close={() => modals.close(MODAL)} />,
  })
}

const trimmed = ({ name }: { name: string }) => ({ name: name.trim() })

function NewToken({ close }: { close: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { element, form, save, failure, submit } = useSavedForm({
    start: { name: '' },
    check: (values) => brokenBy(createAccessTokenRequest, trimmed(values)),
    place: ({ problems }) => byPath(problems),
    send: (values) => createAccessToken(trimmed(values).name),
    // What is shown once does not wait for the list.
    sent: () => void queries.invalidateQueries({ queryKey: TOKENS_KEY }),
  })
  if (save.data) return <Made token={save.data.token} close={close} />
  return (
    <form className={dialog.body} ref={element} noValidate onSubmit={submit}>
      <TextInput
        data-autofocus
        label={t('tokens.name')}
        description={t('tokens.nameHelp')}
        {...form.field('name')}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !event.nativeEvent.isComposing) close()
        }}
      />
      {failure !== null && (
        <Notice tone="fail">{t('danger.failed', { reason: errorText(t, failure) })}</Notice>
      )}
      <DialogFoot close={close}>
        <Button type="submit" variant="filled" loading={save.isPending}>
          {t('tokens.create')}
        </Button>
      </DialogFoot>
    </form>
  )
}

function Made({ token, close }: { token: string; close: () => void }) {
  const { t } = useTranslation()
  const engine = useEngine()
  const call = engine && { ...appCall(FIRST_CALL, {}, engine), token: { value: token } }
  return (
    <div className={dialog.body}>
      <Notice tone="warn">{t('tokens.once')}</Notice>
      <CopyField label={t('tokens.token')} value={token} />
      {call !== null && <Snippet title={t('tokens.firstCall')} call={call} />}
      <Group justify="flex-end" gap="sm">
        <Button variant="filled" autoFocus onClick={close}>
          {t('tokens.copied')}
        </Button>
      </Group>
    </div>
  )
}
