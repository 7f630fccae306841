/** Sending again what was sent before: same id, same body. */
import { modals } from '@mantine/modals'
import { notifications } from '@mantine/notifications'
import type { TFunction } from 'i18next'
import type { WebhookSummary } from '../../../service/contract/console/webhooks.ts'
import { errorText } from '../../api/error-text.ts'
import { listWebhooks, redeliverGivenUp, redeliverWebhook, type WebhookFilter } from '../../api/webhooks.ts'

/** How far events are counted before asking. */
const COUNTED = 200

/** Asks, because a letter is pressed by accident more easily than a button. */
export function askRedeliver(t: TFunction, { id, kind, type }: WebhookSummary): void {
  if (kind !== 'event') return void notifications.show({ message: t('webhooks.askedOnce') })
  ask(t, t('webhooks.redeliverTitle', { type }), t('webhooks.keeps'), async () => {
    await redeliverWebhook(id)
    return t('webhooks.sentAgain')
  })
}

/** Counts what was given up and fits channel and endpoint of the log, asks, and says how much was sent. */
export async function askRedeliverAll(t: TFunction, { channel, url }: WebhookFilter): Promise<void> {
  const endpoint = url === undefined ? {} : { url }
  const narrowed = channel !== undefined || url !== undefined
  try {
    const found = await listWebhooks(
      { ...endpoint, ...(channel === undefined ? {} : { channel }), state: 'dead' },
      { limit: COUNTED },
    )
    const count = found.events.length
    if (count === 0) return void notifications.show({ message: t('webhooks.nothingGivenUp') })
    const title = t(found.before === null ? 'webhooks.redeliverAllTitle' : 'webhooks.redeliverManyTitle', {
      count,
    })
    const lead = narrowed ? `${t('webhooks.keepsAll')} ${t('webhooks.narrowed')}` : t('webhooks.keepsAll')
    ask(t, title, lead, async () => {
      const sent = await redeliverGivenUp({
        ...endpoint,
        ...(channel === undefined ? {} : { channelId: channel }),
      })
      return t('webhooks.sentAgainCount', { count: sent })
    })
  } catch (error) {
    tellFailure(t, error)
  }
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
