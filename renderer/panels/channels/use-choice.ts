import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import type { Chosen } from '../../ui/table/row-choice.ts'
import { useChannelName } from '../../channel/use-channel-name.ts'

const NONE: Chosen = new Set()

const countOutside = (chosen: readonly ChannelView[], shown: readonly ChannelView[]): number => {
  const inside = new Set(shown)
  return chosen.filter((channel) => !inside.has(channel)).length
}

/** The channels that are chosen: they stay so whatever is shown, until they are deleted. */
export function useChoice(channels: readonly ChannelView[], shown: readonly ChannelView[]) {
  const { t } = useTranslation()
  const nameOf = useChannelName()
  const [ids, setIds] = useState(NONE)
  const chosen = useMemo(() => channels.filter(({ channelId }) => ids.has(channelId)), [channels, ids])
  return {
    /** For the table. */
    choice: {
      chosen: useMemo(() => new Set(chosen.map(({ channelId }) => channelId)), [chosen]),
      change: setIds,
      nameOf: (channel: ChannelView) => t('channels.many.choose', { name: nameOf(channel) }),
      allLabel: t('channels.many.chooseAll'),
    },
    chosen,
    /** How many of them are not shown. */
    hidden: useMemo(() => countOutside(chosen, shown), [chosen, shown]),
    clear: () => setIds(NONE),
  }
}
