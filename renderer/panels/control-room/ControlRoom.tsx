/** Whether everything is fine right now, and what is next. */
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../api/events/clock.ts'
import { useChannels } from '../../api/events/hooks.ts'
import { useLate } from '../../api/late.ts'
import { useScheduleNow } from '../../api/schedules.ts'
import { useTitle } from '../../frame/use-title.ts'
import { ChatCard } from './ChatCard.tsx'
import { FirstSources } from './FirstSources.tsx'
import { Head } from './Head.tsx'
import { HealthCard } from './HealthCard.tsx'
import { Live } from './Live.tsx'
import { liveChannels } from '../../channel/live.ts'
import { followRates } from './rates.ts'
import { Strip } from './Strip.tsx'
import { TroubleCard } from './TroubleCard.tsx'
import { useRights } from '../../stores/use-rights.ts'
import { useServices } from './use-services.ts'
import css from './ControlRoom.module.css'
import { Delayed } from '../../ui/Delayed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHead } from '../../ui/PageHead.tsx'

export function ControlRoom() {
  const { t } = useTranslation()
  const channels = useChannels()
  const schedules = useScheduleNow()
  const services = useServices()
  const { operates, watches } = useRights()
  const isLate = useLate() !== null
  const now = useNow()
  const live = useMemo(() => liveChannels(channels ?? [], now), [channels, now])
  useTitle(t('room.controlRoom'))
  useEffect(followRates, [])

  if (channels === null || (!schedules.known && schedules.error === null)) return <LoadingRoom />
  const { current, next } = schedules
  const isEmpty = channels.length === 0 && current === null && next === null && !isLate
  if (isEmpty && schedules.error === null) return <FirstSources />
  return (
    <>
      <Head />
      <div className={css.room}>
        <div className={css.main}>
          <Strip schedules={schedules} channels={channels} destinations={services.destinations} />
          {/* That nothing is on air is said already where something should be. */}
          {watches && (live.length > 0 || !isLate) && <Live channels={live} />}
          {operates && <TroubleCard channels={channels} services={services} next={next} />}
          {!watches && <NotShown />}
        </div>
        <div className={css.side}>
          {watches && <ChatCard schedule={current ?? next} />}
          <HealthCard />
        </div>
      </div>
    </>
  )
}

/** Where what is on air would be, for who may not see it. */
function NotShown() {
  const { t } = useTranslation()
  return (
    <Notice tone="info" alert={false}>
      {t('controlRoom.notShown')}
    </Notice>
  )
}

/** Still boxes where strip, tiles and side column will be. */
function LoadingRoom() {
  const { t } = useTranslation()
  return (
    <>
      <PageHead>
        <h1>{t('room.controlRoom')}</h1>
      </PageHead>
      <Delayed>
        <div className={css.room} role="status" aria-label={t('controlRoom.loading')}>
          <div className={css.main}>
            <div className={`${css.skeleton ?? ''} ${css.skeletonStrip ?? ''}`} />
            <div className={css.skeletonTiles}>
              <div className={css.skeleton} />
              <div className={css.skeleton} />
            </div>
          </div>
          <div className={css.skeleton} />
        </div>
      </Delayed>
    </>
  )
}
