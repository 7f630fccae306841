/** How busy this computer is, with what, and what would relieve it. */
import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ComputerView, LoadView } from '../../../service/contract/console/load.ts'
import { useComputer } from '../../api/computer.ts'
import { errorText } from '../../api/error-text.ts'
import { useNow } from '../../api/events/clock.ts'
import { useChannels, useConnected } from '../../api/events/hooks.ts'
import { duration, timeOfDay } from '../../i18n/format.ts'
import { useSignedIn } from '../../stores/session.ts'
import { Card } from '../../ui/Card.tsx'
import { useCopy } from '../../ui/copy.ts'
import { Glyph } from '../../ui/Glyph.tsx'
import { loadValues } from '../../ui/load.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { PictureAge } from '../../channel/PictureAge.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { ChannelState } from '../../channel/ChannelState.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { useTitle } from '../../frame/use-title.ts'
import { useChannelName } from '../../channel/use-channel-name.ts'
import { UserText } from '../../ui/UserText.tsx'
import { playlistOf } from '../../channel/channel-kind.ts'
import { liveChannels } from '../../channel/live.ts'
import { CpuGraph } from './CpuGraph.tsx'
import { detailsText } from './details.ts'
import { HelpsCard } from './HelpsCard.tsx'
import { ProcessTable } from './ProcessTable.tsx'
import css from './Computer.module.css'

export function Computer() {
  const { t } = useTranslation()
  const query = useComputer()
  const { data: view, error } = query
  useTitle(t('computer.title'))
  return (
    <>
      <Head view={view ?? null} />
      {error !== null && (
        <div className={css.failed}>
          <LoadFailed query={query}>{t('computer.failed', { reason: errorText(t, error) })}</LoadFailed>
        </div>
      )}
      {view === undefined && error === null && <LoadingRows label={t('computer.loading')} />}
      {view !== undefined && (
        <div className={css.room}>
          <div className={css.main}>
            <Overload load={view.load} />
            <Card
              title={t('computer.processes')}
              aside={t('computer.shareOf', { count: view.load.cores })}
              flush
            >
              <ProcessTable view={view} />
            </Card>
            <CpuGraph view={view} />
          </div>
          <div className={css.side}>
            <Viewers />
            <HelpsCard view={view} />
          </div>
        </div>
      )}
    </>
  )
}

function Head({ view }: { view: ComputerView | null }) {
  const { t } = useTranslation()
  const { copy, copied } = useCopy()
  return (
    <PageHead
      actions={
        view && (
          <Button
            leftSection={<IconCopy size={16} stroke={1.6} />}
            onClick={() => void copy(detailsText(view))}
          >
            {copied ? t('common.copied') : t('computer.copy')}
          </Button>
        )
      }
    >
      <Link to="/" className={css.crumb}>
        {t('room.controlRoom')}
      </Link>
      <span className="third" aria-hidden="true">
        /
      </span>
      <h1>{t('computer.title')}</h1>
      {view && <State load={view.load} />}
    </PageHead>
  )
}

function State({ load: { cpu, overload } }: { load: LoadView }) {
  const { t } = useTranslation()
  if (overload) return <StateWord glyph="fail" tone="fail" text={t(`computer.tooBusy.${overload.of}`)} />
  if (cpu === null) return <StateWord glyph="waiting" tone="idle" text={t('computer.measuring')} />
  return <StateWord glyph="ok" tone="ok" text={t('computer.keepsUp')} />
}

function Overload({ load }: { load: LoadView }) {
  const { t } = useTranslation()
  const now = useNow()
  const { timeZone } = useSignedIn().system
  if (!load.overload) return null
  const { of, since } = load.overload
  return (
    <section className={css.overload}>
      <Glyph name="fail" tone="fail" />
      <div className={css.helpText}>
        <h2>{t(`computer.banner.${of}`, { ...loadValues(load), time: timeOfDay(since, timeZone) })}</h2>
        <p className="second">{t('computer.banner.help')}</p>
      </div>
      <span className="num second">{t('controlRoom.for', { time: duration(now - since) })}</span>
    </section>
  )
}

/** States of what is on air, as everywhere else. */
function Viewers() {
  const { t } = useTranslation()
  const channels = useChannels()
  const connected = useConnected()
  const now = useNow()
  const nameOf = useChannelName()
  const live = useMemo(() => liveChannels(channels ?? [], now), [channels, now])
  return (
    <Card title={t('computer.viewers.title')} flush>
      {live.length === 0 && (
        <p className={css.nothing}>{t(connected ? 'controlRoom.nothingOnAir' : 'onAir.unknown')}</p>
      )}
      <ul>
        {live.map((channel) => (
          <li key={channel.channelId} className={css.viewers}>
            <Link to="/channels/$channelId" params={{ channelId: channel.channelId }} className={css.channel}>
              <UserText className="cut">{nameOf(channel)}</UserText>
            </Link>
            <ChannelState channel={channel} />
            <span className="meta">{t('computer.viewers.watching', { count: channel.viewers })}</span>
            {playlistOf(channel) && <PictureAge channel={channel} />}
          </li>
        ))}
      </ul>
    </Card>
  )
}
