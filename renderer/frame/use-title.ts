import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannels, useConnected } from '../api/events/hooks.ts'

/** Titles the window by its room and by what is on air. */
export function useTitle(room: string): void {
  const { t } = useTranslation()
  const connected = useConnected()
  const channels = useChannels()
  const count = channels?.filter((channel) => channel.onAirSince !== null).length ?? 0
  useEffect(() => {
    if (channels !== null && !connected) document.title = t('app.titleLost', { room })
    else if (count > 0) document.title = t('app.titleOnAir', { room, count })
    else document.title = t('app.title', { room })
  }, [t, room, connected, count, channels])
}
