import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDots, IconPencil, IconPhoto, IconPhotoOff, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { startTestPicture, stopTestPicture } from '../../api/channels.ts'
import { useConnected } from '../../api/events/hooks.ts'
import { errorText } from '../../api/error-text.ts'
import { MeanwhileNotice } from '../../form/MeanwhileNotice.tsx'
import { shortId } from '../../i18n/format.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { askDanger } from '../../ui/danger.tsx'
import { OnAirPlate } from '../../channel/OnAirPlate.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { ChannelState } from '../../channel/ChannelState.tsx'
import { useChannelName } from '../../channel/use-channel-name.ts'
import { UserText } from '../../ui/UserText.tsx'
import { isRtmp } from '../../channel/channel-kind.ts'
import { endBroadcast } from '../../channel/end-broadcast.ts'
import { askDeleteChannel } from '../../channel/delete-channel.ts'
import { hadSignal } from './signal.ts'
import { Rename } from './Rename.tsx'
import { useRename } from './use-rename.ts'
import css from './ChannelDetail.module.css'

export function Head({ channel }: { channel: ChannelView }) {
  const { t } = useTranslation()
  const form = useRename(channel)
  const name = channel.name === '' ? t('channels.unnamed') : channel.name
  return (
    <>
      <PageHead
        actions={
          <>
            {isRtmp(channel) && hadSignal(channel) && <TestPictureButton channel={channel} />}
            {channel.connections.length > 0 && <EndButton channel={channel} />}
            <More channel={channel} rename={form.open} />
          </>
        }
      >
        <Link to="/channels" className={css.crumb}>
          {t('room.channels')}
        </Link>
        <span className="third" aria-hidden="true">
          /
        </span>
        {form.isOpen ? (
          <Rename form={form} />
        ) : (
          <>
            <h1>
              <UserText>{name}</UserText>
            </h1>
            <Tooltip label={t('detail.rename')}>
              <ActionIcon aria-label={t('detail.rename')} autoFocus={form.wasOpen} onClick={form.open}>
                <IconPencil size={16} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
          </>
        )}
        <span className="mono third" title={channel.channelId}>
          {shortId(channel.channelId)}
        </span>
        <CopyButton value={channel.channelId} thing={t('channels.idCopied')} />
        {channel.madeVia !== 'console' && (
          <span className="meta num">{t(`detail.via.${channel.madeVia}`)}</span>
        )}
        <OnAirPlate since={channel.onAirSince} />
        <ChannelState channel={channel} />
      </PageHead>
      {form.meanwhile && (
        <div className={css.meanwhile}>
          <MeanwhileNotice takeTheirs={form.leave} keepMine={form.keepMine}>
            {channel.name === ''
              ? t('detail.namelessMeanwhile')
              : t('detail.renamedMeanwhile', { name: channel.name })}
          </MeanwhileNotice>
        </div>
      )}
    </>
  )
}

/** One button starts and stops it; there is none while an encoder sends. */
export function TestPictureButton({ channel, label }: { channel: ChannelView; label?: string }) {
  const { t } = useTranslation()
  const connected = useConnected()
  const on = channel.testPicture
  const toggle = useMutation({
    mutationFn: () => (on ? stopTestPicture(channel.channelId) : startTestPicture(channel.channelId)),
    onError: (error) => {
      const reason = errorText(t, error)
      const message = on
        ? t('detail.testPictureStopFailed', { reason })
        : t('detail.testPictureFailed', { reason })
      notifications.show({ message })
    },
  })
  const Icon = on ? IconPhotoOff : IconPhoto
  if (!on && channel.connections.length > 0) return null
  return (
    <Button
      leftSection={<Icon size={16} stroke={1.6} />}
      loading={toggle.isPending}
      disabled={!connected}
      onClick={() => toggle.mutate()}
    >
      {on ? t('detail.stopTestPicture') : (label ?? t('detail.useTestPicture'))}
    </Button>
  )
}

function EndButton({ channel }: { channel: ChannelView }) {
  const { t } = useTranslation()
  const name = useChannelName()(channel)
  const ask = () =>
    askDanger({
      title: t('danger.endTitle', { name }),
      lead: t(channel.webrtc ? 'danger.endLeadClients' : 'danger.endLead', {
        encoders: t(channel.webrtc ? 'danger.senders' : 'danger.encoders', {
          count: channel.connections.length,
        }),
        viewers: t('danger.viewers', { count: channel.viewers }),
      }),
      action: t('danger.endDo'),
      run: async () => {
        await endBroadcast(channel)
        notifications.show({ message: t('danger.ended') })
      },
    })
  return <Button onClick={ask}>{t('detail.end')}</Button>
}

function More({ channel, rename }: { channel: ChannelView; rename: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <Menu position="bottom-end" classNames={{ dropdown: css.menu }}>
      <Menu.Target>
        <ActionIcon aria-label={t('common.more')}>
          <IconDots size={18} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} stroke={1.6} />} onClick={rename}>
          {t('detail.rename')}
        </Menu.Item>
        <Menu.Item
          className={css.danger}
          leftSection={<IconTrash size={16} stroke={1.6} />}
          onClick={() => askDeleteChannel(t, channel, () => void navigate({ to: '/channels' }))}
        >
          {t('detail.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
