/** What an attempt sent, as a line for a shell. */
import { notifications } from '@mantine/notifications'
import type { TFunction } from 'i18next'
import type { WebhookDetail } from '../../../service/contract/console/webhooks.ts'
import { errorText } from '../../api/error-text.ts'
import { readWebhook } from '../../api/webhooks.ts'
import { curlOf } from '../../snippet/curl.ts'
import { copyText } from '../../ui/copy.ts'

/**
 * The request of an attempt, with its signature. Pure.
 * @param number of the attempt; the last one where it is left out
 * @returns null where no attempt is known with its headers
 */
export function curlOfAttempt(
  { url, body, attemptsMade }: Pick<WebhookDetail, 'url' | 'body' | 'attemptsMade'>,
  number?: number,
): string | null {
  const attempt = attemptsMade.find((one) => one.number === number) ?? attemptsMade.at(-1)
  const headers = attempt?.requestHeaders ?? null
  return headers === null ? null : curlOf({ method: 'POST', url, headers, token: null, body })
}

/** Copies it, and says so. */
export async function copyCurl(
  t: TFunction,
  event: WebhookDetail | { readonly id: string },
  number?: number,
): Promise<void> {
  try {
    const curl = curlOfAttempt('body' in event ? event : await readWebhook(event.id), number)
    if (curl === null) return void notifications.show({ message: t('webhooks.noAttempt') })
    if (await copyText(t, curl)) notifications.show({ message: t('webhooks.curlCopied') })
  } catch (error) {
    notifications.show({ message: t('danger.failed', { reason: errorText(t, error) }) })
  }
}
