/** One channel: before its first signal a guide to it, then what it sends, how well, and who is connected. */
import { Button, Tabs } from '@mantine/core'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console.ts'
import { useChannel } from '../../api/events/hooks.ts'
import { Delayed } from '../../ui/Delayed.tsx'
import { useTitle } from '../../ui/frame/use-title.ts'
import { useChannelName } from '../../ui/use-channel-name.ts'
import { isRtmp, isWebRtc, type RtmpChannel } from '../channels/channel-kind.ts'
import { Connections } from './Connections.tsx'
import { Head } from './Head.tsx'
import { Overview } from './Overview.tsx'
import { Preview } from './Preview.tsx'
import { hadSignal } from './signal.ts'
import { Waiting } from './Waiting.tsx'
import { WebRtc } from './WebRtc.tsx'
import css from './ChannelDetail.module.css'

const route = getRouteApi('/channels/$channelId')

export function ChannelDetail() {
  const { channelId } = route.useParams()
  const channel = useChannel(channelId)
  if (channel) return <Known key={channelId} channel={channel} />
  return <Unknown key={channelId} loading={channel === undefined} />
}

/** A channel that was just made comes with the next message; only after that it does not exist. */
const GRACE_MS = 2000

function Unknown({ loading }: { loading: boolean }) {
  const { t } = useTranslation()
  const [late, setLate] = useState(false)
  useTitle(t('room.channels'))
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), GRACE_MS)
    return () => clearTimeout(timer)
  }, [])
  if (loading || !late) {
    return (
      <Delayed>
        <p className={css.unknown} role="status">
          {t('detail.loading')}
        </p>
      </Delayed>
    )
  }
  return (
    <div className={css.unknown}>
      <h1>{t('detail.gone')}</h1>
      <p className="second">{t('detail.goneHelp')}</p>
      <div>
        <Button component={Link} to="/channels">
          {t('detail.toList')}
        </Button>
      </div>
    </div>
  )
}

function Known({ channel }: { channel: ChannelView }) {
  useTitle(useChannelName()(channel))
  return (
    <>
      <Head channel={channel} />
      {isRtmp(channel) && (hadSignal(channel) ? <Views channel={channel} /> : <Waiting channel={channel} />)}
      {isWebRtc(channel) && <WebRtc channel={channel} />}
    </>
  )
}

function Views({ channel }: { channel: RtmpChannel }) {
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
          {t('detail.connections')} <span className="num third">{channel.connections.length}</span>
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="overview">
        <Overview channel={channel} />
      </Tabs.Panel>
      <Tabs.Panel value="preview">
        <Preview channel={channel} />
      </Tabs.Panel>
      <Tabs.Panel value="connections">
        <div className={css.page}>
          <Connections channel={channel} />
        </div>
      </Tabs.Panel>
    </Tabs>
  )
}
