/** The views of a channel that has something to show; which one stands in the address. */
import { Tabs } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console.ts'
import { PlayerPage } from '../../preview/PlayerPage.tsx'
import css from './ChannelDetail.module.css'

const route = getRouteApi('/channels/$channelId')

interface Props {
  readonly channel: ChannelView
  /** Of connections. */
  readonly count: number
  readonly overview: ReactNode
  readonly connections: ReactNode
}

export function Views({ channel, count, overview, connections }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { view = 'overview' } = route.useSearch()
  const show = (value: string | null) => {
    const search: { view?: 'preview' | 'connections' } =
      value === 'preview' || value === 'connections' ? { view: value } : {}
    void navigate({
      to: '/channels/$channelId',
      params: { channelId: channel.channelId },
      search,
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
        <Tabs.Tab value="preview">{t('detail.preview')}</Tabs.Tab>
        <Tabs.Tab value="connections">
          {t('detail.connections')} <span className="num third">{count}</span>
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="overview">{overview}</Tabs.Panel>
      <Tabs.Panel value="preview">
        <PlayerPage channel={channel} />
      </Tabs.Panel>
      <Tabs.Panel value="connections">
        <div className={css.page}>{connections}</div>
      </Tabs.Panel>
    </Tabs>
  )
}
