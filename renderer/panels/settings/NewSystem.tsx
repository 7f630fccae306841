/** A new system: its name and its master, then, this once, what opens it. */
import { Button, Group, TextInput } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { newSystemRequest } from '../../../service/contract/console/installation.ts'
import { errorText } from '../../api/error-text.ts'
import { addSystem, SYSTEMS_KEY } from '../../api/system.ts'
import { carriedText } from '../../i18n/refusal/text.ts'
import { Notice } from '../../ui/Notice.tsx'
import { CopyField } from '../../ui/ValueField.tsx'
import css from './Settings.module.css'

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

function NewSystem({ close }: { close: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [values, setValues] = useState({ name: '', email: '' })
  const [tried, setTried] = useState(false)
  const create = useMutation({
    mutationFn: addSystem,
    // The credentials are forgotten with the dialog.
    gcTime: 0,
    onSuccess: () => void queries.invalidateQueries({ queryKey: SYSTEMS_KEY }),
  })
  const wanted = { name: values.name.trim(), email: values.email.trim() }
  const issues = newSystemRequest.safeParse(wanted).error?.issues ?? []
  const ruleOf = (member: string) => {
    const rule = tried ? issues.find(({ path }) => path[0] === member)?.message : undefined
    return rule === undefined ? undefined : carriedText(t, rule)
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setTried(true)
    if (issues.length === 0) create.mutate(wanted)
  }
  if (create.data) {
    const { email, password, accessCode, accessToken } = create.data
    return (
      <div className={css.dialog}>
        <Notice tone="warn">{t('settings.systems.once')}</Notice>
        <CopyField label={t('signIn.email')} value={email} />
        <CopyField label={t('signIn.password')} value={password} />
        <CopyField label={t('signIn.accessCode')} value={accessCode} />
        <CopyField label={t('tokens.token')} value={accessToken} />
        <Group justify="flex-end">
          <Button variant="filled" data-autofocus onClick={close}>
            {t('tokens.copied')}
          </Button>
        </Group>
      </div>
    )
  }
  return (
    <form className={css.dialog} noValidate onSubmit={submit}>
      <TextInput
        data-autofocus
        label={t('settings.system.name')}
        value={values.name}
        error={ruleOf('name')}
        onChange={(event) => setValues({ ...values, name: event.currentTarget.value })}
      />
      <TextInput
        label={t('settings.systems.master')}
        type="email"
        autoComplete="off"
        value={values.email}
        error={ruleOf('email')}
        onChange={(event) => setValues({ ...values, email: event.currentTarget.value })}
      />
      {create.error !== null && (
        <Notice tone="fail">{t('danger.failed', { reason: errorText(t, create.error) })}</Notice>
      )}
      <Group justify="flex-end" gap="sm">
        <Button onClick={close}>{t('common.cancel')}</Button>
        <Button type="submit" variant="filled" loading={create.isPending}>
          {t('settings.systems.create')}
        </Button>
      </Group>
    </form>
  )
}
