import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../service/contract/console.ts'
import { shortId } from '../i18n/format.ts'

/** Gives the name of a channel; one without a name is called by its short id. */
export function useChannelName(): (channel: ChannelView) => string {
  const { t } = useTranslation()
  return useCallback(
    (channel) =>
      channel.name === '' ? `${t('channels.unnamed')} ${shortId(channel.channelId)}` : channel.name,
    [t],
  )
}
