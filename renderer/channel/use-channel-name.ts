import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../service/contract/console/channel-view.ts'
import { useChannels } from '../api/events/hooks.ts'
import { shortId } from '../i18n/format.ts'

/** Gives the name of a channel; one without a name is called by its short id. */
export function useChannelName(): (channel: Pick<ChannelView, 'channelId' | 'name'>) => string {
  const { t } = useTranslation()
  return useCallback(
    (channel) =>
      channel.name === '' ? `${t('channels.unnamed')} ${shortId(channel.channelId)}` : channel.name,
    [t],
  )
}

/** The names of all channels by their ids. */
export function useChannelNames(): ReadonlyMap<string, string> {
  const channels = useChannels()
  const nameOf = useChannelName()
  return useMemo(() => new Map(channels?.map((c) => [c.channelId, nameOf(c)])), [channels, nameOf])
}

/** Gives the name of a channel by its id; the short id once it is deleted. */
export function useChannelOf(): (channelId: string) => string {
  const names = useChannelNames()
  return (channelId) => names.get(channelId) ?? shortId(channelId)
}
