/** What would relieve this computer: each can be done here and undone, or is said to be elsewhere. */
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import type { ComputerView } from '../../../service/contract/console/load.ts'
import { startTestPicture, stopTestPicture } from '../../api/channels.ts'
import { errorText } from '../../api/error-text.ts'
import { readClock, useNow } from '../../api/events/clock.ts'
import { useChannels } from '../../api/events/hooks.ts'
import { useEndedPictures } from '../../stores/ended-pictures.ts'
import { Card } from '../../ui/Card.tsx'
import { useChannelName } from '../../channel/use-channel-name.ts'
import { useRights } from '../../stores/use-rights.ts'
import { helps, type Help } from './helps.ts'
import css from './Computer.module.css'

const NONE: readonly ChannelView[] = []

export function HelpsCard({ view }: { view: ComputerView }) {
  const { t } = useTranslation()
  const channels = useChannels() ?? NONE
  const endedAt = useEndedPictures((state) => state.endedAt)
  const list = helps(view, channels, endedAt, useNow())
  return (
    <Card title={t('computer.helps.title')} aside={t('computer.helps.aside')} flush>
      {list.length === 0 && <p className={css.nothing}>{t('computer.helps.nothing')}</p>}
      <ul>
        {list.map((help) => (
          <HelpRow
            key={'channel' in help ? `${help.kind} ${help.channel.channelId}` : help.kind}
            help={help}
          />
        ))}
      </ul>
    </Card>
  )
}

function HelpRow({ help }: { help: Help }) {
  const { t } = useTranslation()
  const nameOf = useChannelName()
  switch (help.kind) {
    case 'others':
      return (
        <Item title={t('computer.helps.others')} cpu={help.cpu}>
          {t('computer.helps.othersHelp')}
        </Item>
      )
    case 'test-picture':
      return (
        <Item
          title={t('computer.helps.testPicture', { name: nameOf(help.channel) })}
          cpu={help.cpu}
          action={<Act channel={help.channel} end />}
        >
          {t('computer.helps.watched', { count: help.channel.viewers })}
        </Item>
      )
    case 'ended':
      return (
        <Item
          title={t('computer.helps.ended', { name: nameOf(help.channel) })}
          action={<Act channel={help.channel} end={false} />}
        />
      )
  }
}

interface ItemProps {
  readonly title: string
  readonly cpu?: number | null
  readonly action?: React.ReactNode
  readonly children?: string
}

function Item({ title, cpu = null, action, children }: ItemProps) {
  return (
    <li className={css.help}>
      <div className={css.helpText}>
        <strong className={css.helpTitle}>{title}</strong>
        {children !== undefined && <div className="meta">{children}</div>}
      </div>
      {cpu !== null && <strong className="num">−{Math.round(cpu * 100)} %</strong>}
      {action}
    </li>
  )
}

/** Ends the test picture, or brings it back. */
function Act({ channel, end }: { channel: ChannelView; end: boolean }) {
  const { t } = useTranslation()
  const { operates } = useRights()
  const add = useEndedPictures((state) => state.add)
  const { channelId } = channel
  const { mutate, isPending } = useMutation({
    mutationFn: () => (end ? stopTestPicture(channelId) : startTestPicture(channelId)),
    onSuccess: () => {
      if (end) add(channelId, readClock())
    },
    onError: (error) => {
      const reason = errorText(t, error)
      notifications.show({
        message: t(`detail.${end ? 'testPictureStopFailed' : 'testPictureFailed'}`, { reason }),
      })
    },
  })
  return (
    <Button size="xs" disabled={!operates} loading={isPending} onClick={() => mutate()}>
      {t(`computer.helps.${end ? 'end' : 'again'}`)}
    </Button>
  )
}
