/** A copy for another URL: an app in development gets what really happened. */
import { Button, Modal, TextInput } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconArrowForwardUp } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { forwardWebhook } from '../../api/webhooks.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Answer } from './Answer.tsx'
import dialog from '../../ui/Dialog.module.css'
import css from '../../ui/Inspector.module.css'

export function ForwardButton({ id }: { id: string }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        size="xs"
        leftSection={<IconArrowForwardUp size={14} stroke={1.6} />}
        onClick={() => setOpened(true)}
      >
        {t('webhooks.forward.open')}
      </Button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('webhooks.forward.title')}
        size={520}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <Form id={id} close={() => setOpened(false)} />
      </Modal>
    </>
  )
}

function Form({ id, close }: { id: string; close: () => void }) {
  const { t } = useTranslation()
  // The next copy mostly goes to the same app.
  const [url, setUrl] = useLocalStorage({ key: 'airdesk.forward', defaultValue: 'http://localhost:3000/' })
  const sending = useMutation({ mutationFn: forwardWebhook })
  return (
    <form
      className={dialog.body}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!sending.isPending) sending.mutate({ id, url })
      }}
    >
      <p className="second">{t('webhooks.forward.lead')}</p>
      <TextInput
        data-autofocus
        label={t('webhooks.forward.url')}
        type="url"
        spellCheck={false}
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      {sending.error !== null && (
        <Notice tone="fail">{t('webhooks.forward.failed', { reason: errorText(t, sending.error) })}</Notice>
      )}
      {sending.data !== undefined && (
        <div role="status">
          <Answer title={t('webhooks.forward.answer')} attempt={sending.data} />
        </div>
      )}
      <div className={css.actions}>
        <div className={css.buttons}>
          <Button onClick={close}>{t('common.close')}</Button>
          <Button type="submit" variant="filled" loading={sending.isPending}>
            {t('webhooks.forward.send')}
          </Button>
        </div>
      </div>
    </form>
  )
}
