import { Button, PasswordInput, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../api/error-text.ts'
import { getWebhookSecret } from '../../../api/system.ts'
import { useSignedIn } from '../../../stores/session.ts'
import { Card } from '../../../ui/Card.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import type { Evidence } from './verify.ts'
import { VerdictNotice } from './VerdictNotice.tsx'
import css from './Verify.module.css'

/** @param start what the form begins with */
export function VerifyForm({ start }: { start: Omit<Evidence, 'secret'> }) {
  const { t } = useTranslation()
  const [headers, setHeaders] = useState(start.headers)
  const [body, setBody] = useState(start.body)
  // Kept nowhere else: it is forgotten with the page.
  const [secret, setSecret] = useState('')
  return (
    <form className={css.columns} noValidate onSubmit={(event) => event.preventDefault()}>
      <Card title={t('catcher.verify.webhook')}>
        <div className={css.fields}>
          <Textarea
            label={t('catcher.verify.headers')}
            description={t('catcher.verify.headersHelp')}
            placeholder={'webhook-id: …\nwebhook-timestamp: …\nwebhook-signature: v1,…'}
            classNames={{ input: css.code ?? '' }}
            autosize
            minRows={4}
            maxRows={10}
            spellCheck={false}
            value={headers}
            onChange={(event) => setHeaders(event.currentTarget.value)}
          />
          <Textarea
            label={t('webhooks.body')}
            description={t('catcher.verify.bodyHelp')}
            classNames={{ input: css.code ?? '' }}
            autosize
            minRows={4}
            maxRows={16}
            spellCheck={false}
            value={body}
            onChange={(event) => setBody(event.currentTarget.value)}
          />
        </div>
      </Card>
      <Card title={t('catcher.verify.signature')}>
        <div className={css.fields}>
          <SecretField value={secret} onChange={setSecret} />
          <VerdictNotice evidence={{ headers, body, secret }} />
        </div>
      </Card>
    </form>
  )
}

function SecretField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation()
  const { isMaster } = useSignedIn().user
  const own = useMutation({
    mutationFn: getWebhookSecret,
    gcTime: 0,
    onSuccess: ({ webhookSecret }) => {
      onChange(webhookSecret)
      own.reset()
    },
  })
  return (
    <>
      <PasswordInput
        label={t('catcher.verify.secret')}
        description={t('catcher.verify.secretHelp')}
        placeholder="whsec_…"
        autoComplete="off"
        spellCheck={false}
        value={value}
        visibilityToggleButtonProps={{ 'aria-label': t('catcher.verify.reveal') }}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {isMaster && (
        <div>
          <Button size="xs" loading={own.isPending} onClick={() => own.mutate()}>
            {t('catcher.verify.useOwn')}
          </Button>
        </div>
      )}
      {own.error !== null && (
        <Notice tone="fail">{t('danger.failed', { reason: errorText(t, own.error) })}</Notice>
      )}
    </>
  )
}
