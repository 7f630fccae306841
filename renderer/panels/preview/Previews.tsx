/** To see what viewers see, and how well: one channel closely, or all that are on air at once. */
import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { useNow } from '../../api/events/clock.ts'
import { useChannels } from '../../api/events/hooks.ts'
import { PlayerPage } from '../../preview/PlayerPage.tsx'
import { openPopOut } from '../../preview/pop-out.ts'
import { Delayed } from '../../ui/Delayed.tsx'
import { EmptyList } from '../../ui/EmptyList.tsx'
import { useTitle } from '../../frame/use-title.ts'
import { OnAirPlate } from '../../channel/OnAirPlate.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { PageTabs, pageTab } from '../../ui/PageTabs.tsx'
import { ChannelState } from '../../channel/ChannelState.tsx'
import { ChannelPicker } from './ChannelPicker.tsx'
import { NothingOnAir } from './NothingOnAir.tsx'
import { pickChannel } from './pick.ts'
import { Wall } from './Wall.tsx'

const route = getRouteApi('/preview')
/** A tab is the present one by its view, whatever else stands in the address. */
const tab = { ...pageTab, activeOptions: { includeSearch: true, explicitUndefined: true } }

export function Previews() {
  const { t } = useTranslation()
  const { view } = route.useSearch()
  const channels = useChannels()
  useTitle(t('room.preview'))
  const tabs = (
    <PageTabs label={t('preview.views')}>
      <Link to="/preview" search={{ view: undefined }} {...tab}>
        {t('preview.single')}
      </Link>
      <Link to="/preview" search={{ view: 'wall' }} {...tab}>
        {t('preview.wall')}
      </Link>
    </PageTabs>
  )
  if (channels !== null && view !== 'wall') return <Single channels={channels} tabs={tabs} />
  return (
    <>
      <PageHead>
        <h1>{t('room.preview')}</h1>
      </PageHead>
      {tabs}
      {channels === null ? (
        <Delayed>
          <p role="status">{t('preview.loading')}</p>
        </Delayed>
      ) : (
        <Wall channels={channels} />
      )}
    </>
  )
}

function Single({ channels, tabs }: { channels: readonly ChannelView[]; tabs: React.ReactNode }) {
  const { t } = useTranslation()
  const { channel: chosen } = route.useSearch()
  const [before, setBefore] = useState<string | null>(null)
  const { channel, shown } = pickChannel(channels, chosen, before, useNow())
  // What was shown stays, also when another becomes more urgent, or its broadcast ends.
  if (shown !== before) setBefore(shown)
  return (
    <>
      <PageHead
        actions={
          channel && (
            <Button
              leftSection={<IconExternalLink size={16} stroke={1.6} />}
              onClick={() => openPopOut(channel.channelId)}
            >
              {t('preview.popOut')}
            </Button>
          )
        }
      >
        <h1>{t('room.preview')}</h1>
        <ChannelPicker channels={channels} channel={channel} />
        {channel && <OnAirPlate since={channel.onAirSince} />}
        {channel && <ChannelState channel={channel} />}
      </PageHead>
      {tabs}
      {channel ? (
        <PlayerPage key={channel.channelId} channel={channel} />
      ) : shown === null ? (
        <NothingOnAir channels={channels} />
      ) : (
        <EmptyList title={t('preview.deleted')} lead={t('preview.deletedHelp')}>
          <Button component={Link} to="/channels">
            {t('preview.toChannels')}
          </Button>
        </EmptyList>
      )}
    </>
  )
}
