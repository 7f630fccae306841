import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { stateText } from '../../channel/ChannelState.tsx'
import { drawState } from '../../channel/state.ts'
import { encoderName } from '../../channel/encoder-name.ts'
import { useChannelName } from '../../channel/use-channel-name.ts'

/** Gives what the filter searches of a channel, in lower case. */
export function useChannelText(): (channel: ChannelView) => string {
  const { t } = useTranslation()
  const nameOf = useChannelName()
  return useCallback(
    (channel) =>
      [
        nameOf(channel),
        channel.label,
        channel.channelId,
        encoderName(t, channel.connections[0]?.encoder ?? ''),
        stateText(t, drawState(channel, 0, true).words, channel.lastClose),
        channel.onAirSince === null ? '' : t('onAir.plate'),
        t(`channels.via.${channel.madeVia}`),
        t(`channels.kind.${channel.kind}`),
        channel.webrtc?.environment === 1 ? t('channels.verification') : '',
        ...(channel.webrtc?.connections ?? []).map(({ clientId }) => clientId),
      ]
        .join(' ')
        .toLowerCase(),
    [nameOf, t],
  )
}
