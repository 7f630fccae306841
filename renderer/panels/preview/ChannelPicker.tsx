import { Select } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { useChannelName } from '../../channel/use-channel-name.ts'
import { playable } from './pick.ts'

interface Props {
  readonly channels: readonly ChannelView[]
  readonly channel: ChannelView | null
}

/** Channels with a playlist, those on air first. */
export function ChannelPicker({ channels, channel }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const nameOf = useChannelName()
  const known = playable(channels, 0)
  const items = (onAir: boolean) =>
    known
      .filter(({ onAirSince }) => (onAirSince !== null) === onAir)
      .map((one) => ({ value: one.channelId, label: nameOf(one) }))
  const groups = [
    { group: t('preview.onAir'), items: items(true) },
    { group: t('preview.offAir'), items: items(false) },
  ]
  if (known.length === 0) return null
  return (
    <Select
      aria-label={t('preview.channel')}
      placeholder={t('preview.noChannel')}
      nothingFoundMessage={t('preview.notFound')}
      searchable
      allowDeselect={false}
      limit={200}
      // The list itself scrolls, which a combobox may: a scroll area of its own would need a tab stop.
      withScrollArea={false}
      styles={{ options: { maxHeight: 360, overflowY: 'auto' } }}
      w={240}
      data={groups.filter((group) => group.items.length > 0)}
      value={channel?.channelId ?? null}
      onChange={(id) => {
        if (id !== null) void navigate({ to: '/preview', search: { channel: id }, replace: true })
      }}
    />
  )
}
