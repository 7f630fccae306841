/** The views of a channel that has something to show; which one stands in the address. */
import { Tabs } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { PlayerPage } from '../../preview/PlayerPage.tsx'
import { playlistOf } from '../../channel/channel-kind.ts'
import { Access } from './access/Access.tsx'
import { Events } from './health/Events.tsx'
import { Health } from './health/Health.tsx'
import { readSearch } from './search.ts'
import css from './ChannelDetail.module.css'

const route = getRouteApi('/channels/$channelId')

interface Props {
  readonly channel: ChannelView
  /** Of connections. */
  readonly count: number
  readonly overview: ReactNode
  readonly connections: ReactNode
  /** What stands beside the graphs. */
  readonly side: ReactNode
}

export function Views({ channel, count, overview, connections, side }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { view = 'overview' } = route.useSearch()
  const show = (value: string | null) => {
    void navigate({
      to: '/channels/$channelId',
      params: { channelId: channel.channelId },
      search: readSearch({ view: value }),
      replace: true,
    })
  }
  return (
    <Tabs
      value={view}
      onChange={show}
      keepMounted={false}
      className={css.tabs}
      classNames={{ list: css.list, tab: css.tab, panel: css.panel }}
    >
      <Tabs.List aria-label={t('detail.tabs')}>
        <Tabs.Tab value="overview">{t('detail.overview')}</Tabs.Tab>
        <Tabs.Tab value="health">{t('health.tab')}</Tabs.Tab>
        <Tabs.Tab value="access">{t('access.tab')}</Tabs.Tab>
        <Tabs.Tab value="connections">
          {t('detail.connections')} <span className="num third">{count}</span>
        </Tabs.Tab>
        {playlistOf(channel) && <Tabs.Tab value="preview">{t('detail.preview')}</Tabs.Tab>}
        <Tabs.Tab value="events">{t('health.events')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="overview">{overview}</Tabs.Panel>
      <Tabs.Panel value="health">
        <Health channel={channel} side={side} />
      </Tabs.Panel>
      <Tabs.Panel value="access">
        <Access channel={channel} />
      </Tabs.Panel>
      <Tabs.Panel value="preview">
        <PlayerPage channel={channel} />
      </Tabs.Panel>
      <Tabs.Panel value="connections">
        <div className={css.page}>{connections}</div>
      </Tabs.Panel>
      <Tabs.Panel value="events">
        <div className={css.page}>
          <Events channel={channel} />
        </div>
      </Tabs.Panel>
    </Tabs>
  )
}
