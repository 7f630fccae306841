import type { TFunction } from 'i18next'
import type { ChannelView } from '../../service/contract/console/channel-view.ts'
import { CLOSE_REASONS } from '../../service/contract/close-reasons.ts'

/** Why a connection ended, in the language of the console; what a webhook wrote itself stays as it is. */
export function closeText(t: TFunction, close: NonNullable<ChannelView['lastClose']>): string {
  const own = CLOSE_REASONS[close.reason]
  return close.text === '' || close.text === own ? t(`close.${close.reason}`) : close.text
}
