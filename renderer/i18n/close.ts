import type { TFunction } from 'i18next'
import type { ChannelView } from '../../service/contract/console/channel-view.ts'

/** Why a connection ended, in the language of the console; what a webhook wrote itself stays as it is. */
export function closeText(t: TFunction, close: NonNullable<ChannelView['lastClose']>): string {
  if (close.said !== null) return close.said
  return close.failure === null ? t(`close.${close.reason}`) : t(`close.webhook.${close.failure}`)
}
