import { useMemo } from 'react'
import { useChannels } from '../../api/events/hooks.ts'
import { shortId } from '../../i18n/format.ts'
import { useChannelName } from '../../ui/use-channel-name.ts'

/** Gives the name of a channel by its id; the short id once it is deleted. */
export function useChannelOf(): (channelId: string) => string {
  const channels = useChannels()
  const nameOf = useChannelName()
  const names = useMemo(() => new Map(channels?.map((c) => [c.channelId, nameOf(c)])), [channels, nameOf])
  return (channelId) => names.get(channelId) ?? shortId(channelId)
}
