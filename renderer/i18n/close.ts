import type { TFunction } from 'i18next'
import type { ChannelView } from '../../service/contract/console/channel-view.ts'

type Close = NonNullable<ChannelView['lastClose']>

/** Why a connection ended, in the language of the console; what a webhook wrote itself stays as it is. */
export function closeText(t: TFunction, close: Close): string {
  if (close.said !== null) return close.said
  if (close.unsupported !== null) {
    return t(`close.codec.${close.unsupported.kind}`, { codec: close.unsupported.codec })
  }
  return close.failure === null ? t(`close.${close.reason}`) : t(`close.webhook.${close.failure}`)
}

/** What to do where an encoder was refused. */
export function refusalFix(t: TFunction, { reason, failure, unsupported }: Close): string {
  if (unsupported !== null) return t(`close.fix.${unsupported.kind}`)
  if (reason === 'denied') return t(failure === null ? 'close.fix.denied' : 'close.fix.noAnswer')
  if (reason === 'key-missing' || reason === 'key-wrong') return t('close.fix.key')
  return t('close.fix.other')
}
