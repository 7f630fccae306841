import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { WebhookDetail } from '../../../service/contract/console/webhooks.ts'
import { errorText } from '../../api/error-text.ts'
import { redeliverWebhook, WEBHOOKS_KEY } from '../../api/webhooks.ts'
import { announce } from '../../ui/Announcer.tsx'
import { Notice } from '../../ui/Notice.tsx'
import css from '../../ui/Inspector.module.css'

/** Sends the event again, and says what that keeps. */
export function RedeliverBar({ event }: { event: WebhookDetail }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const redeliver = useMutation({
    mutationFn: redeliverWebhook,
    onSuccess: () => announce(t('webhooks.sentAgain')),
    onSettled: () => queries.invalidateQueries({ queryKey: WEBHOOKS_KEY }),
  })
  return (
    <footer className={css.foot}>
      {redeliver.error !== null && (
        <Notice tone="fail">{t('danger.failed', { reason: errorText(t, redeliver.error) })}</Notice>
      )}
      <div className={css.actions}>
        <span className="meta">
          {t(event.kind === 'event' ? 'webhooks.keepsShort' : 'webhooks.askedOnce')}
        </span>
        {event.kind === 'event' && (
          // Not disabled while it is sent, which would take the focus away.
          <Button
            variant="filled"
            aria-busy={redeliver.isPending}
            onClick={() => redeliver.isPending || redeliver.mutate(event.id)}
          >
            {t('webhooks.redeliver')}
          </Button>
        )}
      </div>
    </footer>
  )
}
