/** To go live from this machine, safely. */
import { useMediaQuery } from '@mantine/hooks'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSchedulesFrom } from '../../api/schedules.ts'
import { readClock, useNow } from '../../api/events/clock.ts'
import { useChannels } from '../../api/events/hooks.ts'
import { timeOfDay } from '../../i18n/format.ts'
import { useSignedIn } from '../../stores/session.ts'
import { qualityFor } from '../../studio/quality.ts'
import { isBusy } from '../../studio/states.ts'
import { chooseQuality, nameBroadcast, watch } from '../../studio/sources.ts'
import { useStudio } from '../../studio/use-studio.ts'
import { getStudio } from '../../studio/view.ts'
import { Delayed } from '../../ui/Delayed.tsx'
import { DAY_MS, utcDay } from '../../time.ts'
import { SchedulesUnread } from '../../ui/SchedulesUnread.tsx'
import { useTitle } from '../../frame/use-title.ts'
import { OnAirPlate } from '../../channel/OnAirPlate.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { ChannelState } from '../../channel/ChannelState.tsx'
import { useChannelName } from '../../channel/use-channel-name.ts'
import { Band } from './Band.tsx'
import { BroadcastCard } from './BroadcastCard.tsx'
import { ChecksCard } from './ChecksCard.tsx'
import { Gone } from './Gone.tsx'
import { GoLive } from './GoLive.tsx'
import { NoChannel } from './Nothing.tsx'
import { OwnPicture } from './OwnPicture.tsx'
import { dueElsewhere, pick, targets, type Target } from './pick.ts'
import { QualityCard } from './QualityCard.tsx'
import { ReturnPicture } from './ReturnPicture.tsx'
import { SoundCard } from './SoundCard.tsx'
import { SourceTiles } from './SourceTiles.tsx'
import { StartsIn, TargetPicker } from './TargetPicker.tsx'
import { ChatPane } from '../../chat/ChatPane.tsx'
import { Card } from '../../ui/Card.tsx'
import css from './Studio.module.css'

const route = getRouteApi('/studio')
/** Windows in which the cards below the picture would leave too little of it. */
const TIGHT = '(max-width: 1179px), (max-height: 759px)'

export function Studio() {
  const { t } = useTranslation()
  useTitle(t('room.studio'))
  return <Room />
}

function Head() {
  const { t } = useTranslation()
  return (
    <PageHead>
      <h1>{t('room.studio')}</h1>
    </PageHead>
  )
}

function Room() {
  const { t } = useTranslation()
  const channels = useChannels()
  const { state } = useStudio()
  const { channel: chosen } = route.useSearch()
  const [picked, setPicked] = useState<string>()
  const broadcast = 'broadcast' in state ? state.broadcast : null
  const now = useNow()
  const { schedules, failed } = useSchedulesFrom(utcDay(now) - DAY_MS)
  // What is on air, or how it ended, is shown whatever is known of schedules.
  const isIdle = state.kind === 'idle'
  if (failed && isIdle) return <SchedulesUnread room="studio" query={failed} />
  if (channels === null || (schedules === undefined && isIdle)) {
    return (
      <>
        <Head />
        <Delayed>
          <p role="status">{t('studio.loading')}</p>
        </Delayed>
      </>
    )
  }
  const known = targets(channels, schedules ?? [], now)
  // While it runs, the room shows what runs.
  const onAir = isBusy(state) ? broadcast?.channelId : undefined
  const isRehearsal = broadcast?.isRehearsal === true
  const named = chosen ?? picked ?? (isRehearsal ? undefined : broadcast?.channelId)
  const target = pick(known, onAir, named)
  const shown = target?.channel.channelId
  // What was picked stays, whatever comes or goes: a hold must not end on another channel than it began on.
  if (schedules !== undefined && shown !== undefined && shown !== picked && !(isRehearsal && shown === onAir))
    setPicked(shown)
  if (target !== null) return <Desk target={target} known={known} />
  if (named !== undefined && (known.length > 0 || !isIdle)) {
    return <Gone key={named} channelId={named} known={known} />
  }
  return (
    <>
      <Head />
      <NoChannel />
    </>
  )
}

function Desk({ target, known }: { readonly target: Target; readonly known: readonly Target[] }) {
  const { t } = useTranslation()
  const nameOf = useChannelName()
  const { channel } = target
  const elsewhere = dueElsewhere(known, channel.channelId, useNow())
  const name = target.schedule?.name ?? nameOf(channel)
  useEffect(watch, [])
  const zone = useSignedIn().system.timeZone
  useEffect(() => {
    nameBroadcast(() => ({ name, clock: timeOfDay(readClock(), zone) }))
  }, [name, zone])
  const { state } = useStudio()
  // To who rehearses it would say the wrong thing.
  const isRehearsal = isBusy(state) && 'broadcast' in state && state.broadcast?.isRehearsal === true
  const best = qualityFor(channel.renditions)
  useEffect(() => {
    if (!isBusy(getStudio().state)) chooseQuality(best)
  }, [channel.channelId, best])
  const hasReturn = isBusy(state) && (channel.webrtc?.hls ?? null) !== null
  const isTight = useMediaQuery(TIGHT)
  const chat = isBusy(state) && target.schedule !== null && (
    <ChatBeside scheduleId={target.schedule.scheduleId} />
  )
  return (
    <>
      <PageHead>
        <h1>{t('room.studio')}</h1>
        <TargetPicker target={target} known={known} />
        {!isRehearsal && <OnAirPlate since={channel.onAirSince} timer={false} />}
        <ChannelState channel={channel} />
        <StartsIn schedule={target.schedule} />
      </PageHead>
      <div className={css.room}>
        <div className={css.main}>
          <div className={hasReturn ? css.pair : css.picture}>
            <OwnPicture channel={channel} />
            {hasReturn && <ReturnPicture channel={channel} />}
          </div>
          <SourceTiles />
          {isTight ? (
            <>
              <Band channel={channel} />
              {chat}
            </>
          ) : (
            <div className={css.pair}>
              {chat}
              <BroadcastCard target={target} />
              <QualityCard />
            </div>
          )}
        </div>
        <div className={css.side} data-beside>
          <SoundCard />
          <ChecksCard channel={channel} elsewhere={elsewhere} />
          <GoLive channelId={channel.channelId} channel={channel} />
        </div>
      </div>
    </>
  )
}

/** The chat of the schedule that is broadcast. */
function ChatBeside({ scheduleId }: { readonly scheduleId: string }) {
  const { t } = useTranslation()
  return (
    <div className={css.chat}>
      <Card title={t('room.chat')} flush>
        <ChatPane scheduleId={scheduleId} />
      </Card>
    </div>
  )
}
