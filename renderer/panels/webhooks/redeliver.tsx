/** Sending again what was sent before: same id, same body. */
import { modals } from '@mantine/modals'
import { notifications } from '@mantine/notifications'
import type { TFunction } from 'i18next'
import type { WebhookSummary } from '../../../service/contract/console/webhooks.ts'
import { errorText } from '../../api/error-text.ts'
import { redeliverWebhook } from '../../api/webhooks.ts'

/** Asks, because a letter is pressed by accident more easily than a button. */
export function askRedeliver(t: TFunction, { id, kind, type }: WebhookSummary): void {
  if (kind !== 'event') return void notifications.show({ message: t('webhooks.askedOnce') })
  ask(t, t('webhooks.redeliverTitle', { type }), t('webhooks.keeps'), async () => {
    await redeliverWebhook(id)
    return t('webhooks.sentAgain')
  })
}

/** @param run gives what is said afterwards */
function ask(t: TFunction, title: string, lead: string, run: () => Promise<string>): void {
  modals.openConfirmModal({
    title,
    children: <p>{lead}</p>,
    size: 440,
    withCloseButton: false,
    labels: { confirm: t('webhooks.redeliver'), cancel: t('common.cancel') },
    cancelProps: { 'data-autofocus': true },
    confirmProps: { variant: 'filled' },
    onConfirm: () =>
      void run().then(
        (message) => notifications.show({ message }),
        (error: unknown) => tellFailure(t, error),
      ),
  })
}

function tellFailure(t: TFunction, error: unknown): void {
  notifications.show({ message: t('danger.failed', { reason: errorText(t, error) }) })
}
