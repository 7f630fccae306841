import { notifications } from '@mantine/notifications'
import type { TFunction } from 'i18next'
import type { ChannelView } from '../../service/contract/console/channel-view.ts'
import { deleteChannel } from '../api/live.ts'
import { shortId } from '../i18n/format.ts'
import { askDanger } from '../ui/danger.tsx'
import { connectedCount } from './channel-kind.ts'

/** Asks, with who would be cut, and deletes. @param done called after the engine has deleted it */
export function askDeleteChannel(t: TFunction, channel: ChannelView, done?: () => void): void {
  const id = shortId(channel.channelId)
  const count = connectedCount(channel)
  const lead =
    count + channel.viewers === 0
      ? t('danger.deleteIdle')
      : t('danger.deleteLead', {
          encoders: t(channel.webrtc ? 'danger.clients' : 'danger.encoders', { count }),
          viewers: t('danger.viewers', { count: channel.viewers }),
        })
  askDanger({
    title: t('danger.deleteTitle', { id }),
    lead,
    action: t('danger.deleteDo'),
    run: async () => {
      await deleteChannel(channel.channelId)
      notifications.show({ message: t('danger.deleted', { id }) })
      done?.()
    },
  })
}
