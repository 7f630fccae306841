import type { TFunction } from 'i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'

/** Which webhooks a channel has, in one line; empty without any. */
export function webhookKinds(t: TFunction, channel: ChannelView): string {
  const kinds = [
    ...(channel.hasAuthWebhook ? [t('output.webhookAuth')] : []),
    ...(channel.hasEventWebhook ? [t('output.webhookEvent')] : []),
  ]
  return kinds.join(t('common.listSeparator'))
}
