/** What is said of webhooks that fail now: the same in the frame, the control room and the webhook room. */
import type { TFunction } from 'i18next'
import type { FailingWebhooks } from '../../service/contract/console/engine-view.ts'

/** How many fail; null while none does. */
export const failingText = (t: TFunction, { failing }: Pick<FailingWebhooks, 'failing'>): string | null =>
  failing === 0 ? null : t('status.webhooks', { count: failing })

/** What becomes of the messages, in whole sentences: who waits is sent again, who was given up is not. */
export function messagesText(
  t: TFunction,
  { waiting, givenUp }: Pick<FailingWebhooks, 'waiting' | 'givenUp'>,
): string {
  const sentences = [
    waiting === 0 ? t('webhooks.messages.noneWaits') : t('webhooks.messages.wait', { count: waiting }),
    ...(givenUp === 0 ? [] : [t('webhooks.messages.givenUp', { count: givenUp })]),
  ]
  return sentences.join(t('common.sentenceSeparator'))
}
