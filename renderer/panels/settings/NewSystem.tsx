/** A new system: its name and its master, then, this once, what opens it. */
import { Button, Group, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { newSystemRequest } from '../../../service/contract/console/installation.ts'
import { errorText } from '../../api/error-text.ts'
import { addSystem, SYSTEMS_KEY } from '../../api/system.ts'
import { brokenBy, useSavedForm } from '../../form/use-saved-form.ts'
import { byPath } from '../../i18n/refusal/text.ts'
import { Notice } from '../../ui/Notice.tsx'
import { CopyField } from '../../ui/ValueField.tsx'
import { DialogFoot } from '../../ui/DialogFoot.tsx'
import dialog from '../../ui/Dialog.module.css'

const MODAL = 'new-system'

/** It stays open until it is closed on purpose: the credentials can't be shown again. */
export function openNewSystem(t: TFunction): void {
  modals.open({
    modalId: MODAL,
    title: t('settings.systems.add'),
    size: 480,
    withCloseButton: false,
    closeOnClickOutside: false,
    closeOnEscape: false,
    children: <NewSystem close={() => modals.close(MODAL)} />,
  })
}

const trimmed = ({ name, email }: { name: string; email: string }) => ({
  name: name.trim(),
  email: email.trim(),
})

function NewSystem({ close }: { close: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { element, form, save, failure, submit } = useSavedForm({
    start: { name: '', email: '' },
    check: (values) => brokenBy(newSystemRequest, trimmed(values)),
    place: ({ problems }) => byPath(problems),
    send: (values) => addSystem(trimmed(values)),
    // What is shown once does not wait for the list.
    sent: () => void queries.invalidateQueries({ queryKey: SYSTEMS_KEY }),
  })
  if (save.data) {
    const { email, password, accessCode, accessToken } = save.data
    return (
      <div className={dialog.body}>
        <Notice tone="warn">{t('settings.systems.once')}</Notice>
        <CopyField label={t('signIn.email')} value={email} />
        <CopyField label={t('signIn.password')} value={password} />
        <CopyField label={t('signIn.accessCode')} value={accessCode} />
        <CopyField label={t('tokens.token')} value={accessToken} />
        <Group justify="flex-end">
          <Button variant="filled" autoFocus onClick={close}>
            {t('tokens.copied')}
          </Button>
        </Group>
      </div>
    )
  }
  return (
    <form className={dialog.body} ref={element} noValidate onSubmit={submit}>
      <TextInput data-autofocus label={t('settings.system.name')} {...form.field('name')} />
      <TextInput
        label={t('settings.systems.master')}
        type="email"
        autoComplete="off"
        {...form.field('email')}
      />
      {failure !== null && (
        <Notice tone="fail">{t('danger.failed', { reason: errorText(t, failure) })}</Notice>
      )}
      <DialogFoot close={close}>
        <Button type="submit" variant="filled" loading={save.isPending}>
          {t('settings.systems.create')}
        </Button>
      </DialogFoot>
    </form>
  )
}
