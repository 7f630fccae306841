import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../service/contract/console/channel-view.ts'
import { useChannels, useConnected } from '../api/events/hooks.ts'
import { announce } from '../ui/Announcer.tsx'
import { stateText } from '../channel/ChannelState.tsx'
import { drawState } from '../channel/state.ts'
import { useChannelName } from '../channel/use-channel-name.ts'

/** Tells screen readers when a channel changes state and when the engine is lost or back. */
export function useStateAnnouncements(): void {
  const { t } = useTranslation()
  const nameOf = useChannelName()
  const channels = useChannels()
  const connected = useConnected()
  const before = useRef(new Map<string, ChannelView>())
  const wasConnected = useRef<boolean | null>(null)

  useEffect(() => {
    const now = Date.now()
    for (const channel of channels ?? []) {
      const old = before.current.get(channel.channelId)
      if (old && old.state !== channel.state) {
        const words = drawState(channel, now, true).words
        announce(`${nameOf(channel)}: ${stateText(t, words, channel.lastClose)}`)
      }
    }
    before.current = new Map((channels ?? []).map((channel) => [channel.channelId, channel]))
  }, [channels, nameOf, t])

  useEffect(() => {
    if (connected && wasConnected.current === false) announce(t('engine.back'))
    if (connected || wasConnected.current !== null) wasConnected.current = connected
  }, [connected, t])
}
