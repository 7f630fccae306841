/** A schedule that nobody started: what viewers miss, and what can be done at once. Of all findings the first. */
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScheduleView } from '../../../service/contract/console/schedules.ts'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import type { IncidentView } from '../../../service/contract/console/incidents.ts'
import { useConnected } from '../../api/events/hooks.ts'
import type { Late } from '../../api/late.ts'
import { shortDuration } from '../../i18n/format.ts'
import { useSignedIn } from '../../stores/session.ts'
import { Glyph } from '../../ui/Glyph.tsx'
import { useMinute } from '../../ui/Moment.tsx'
import { told } from '../../ui/told.ts'
import { UserText } from '../../ui/UserText.tsx'
import { scheduleSearch } from '../../schedule/search.ts'
import { clockText, lengthText } from '../../schedule/texts.ts'
import { Acknowledge, type AcknowledgeProps } from '../../trouble/Acknowledge.tsx'
import { causeOf, type Hindrance } from './late-start.ts'
import { ROW } from '../../trouble/use-acknowledge.ts'
import { useLateRemedies } from './use-late-remedies.ts'
import css from './Incident.module.css'

interface Props {
  readonly late: Late
  readonly channels: readonly ChannelView[]
  /** The one that comes after it. */
  readonly next: ScheduleView | null
  /** True where it has the one filled button of the room. */
  readonly first: boolean
  /** Null until the engine has written it down. */
  readonly incident: IncidentView | null
  readonly note: Omit<AcknowledgeProps, 'incident'>
}

export function LateFinding(props: Props) {
  const { late, channels, next, first, incident, note } = props
  const { schedule, byMs } = late
  const { t } = useTranslation()
  const minute = useMinute()
  const { timeZone } = useSignedIn().system
  const { name, startsAt, endsAt } = schedule
  const channel = channels.find(({ channelId }) => channelId === schedule.channelId) ?? null
  return (
    <li
      className={css.finding}
      data-open
      {...{ [ROW]: incident?.id }}
      {...told('finding', 'late-start', schedule.channelId ?? '')}
    >
      <Glyph name="fail" tone="fail" />
      <div className={css.text}>
        <div className={css.head}>
          <h3 className={css.title} {...told('late-alarm', schedule.scheduleId)}>
            <UserText className={css.name ?? ''}>{name}</UserText>
            {t('controlRoom.late.since', { time: minute(startsAt) })}
            {t('common.sentenceSeparator')}
            {t(`controlRoom.late.cause.${causeOf(channel)}`)}
          </h3>
          {byMs !== null && (
            <span className="num second">{t('controlRoom.for', { time: shortDuration(byMs) })}</span>
          )}
        </div>
        <p className="second">{t('controlRoom.late.ends', { time: clockText(endsAt, timeZone) })}</p>
        <Remedies {...{ schedule, channel, next, first }}>
          {incident && <Acknowledge incident={incident} {...note} />}
        </Remedies>
      </div>
    </li>
  )
}

interface RemediesProps extends Pick<Late, 'schedule'>, Pick<Props, 'next' | 'first'> {
  readonly channel: ChannelView | null
  readonly children: ReactNode
}

function Remedies({ schedule, channel, next, first, children }: RemediesProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const minute = useMinute()
  const { timeZone } = useSignedIn().system
  const connected = useConnected()
  const { goLive, testPicture, move, slot, isTestPictureOn, hindered } = useLateRemedies({
    ...{ schedule, channel, next },
  })
  const reason = (hindrance: Hindrance): string | null => {
    if (hindrance !== 'noSlot') return t(`controlRoom.late.hindrance.${hindrance}`)
    if (next === null) return null
    const length = lengthText(t, schedule.endsAt - schedule.startsAt)
    const values = { length, name: next.name, time: minute(next.startsAt) }
    return t('controlRoom.late.hindrance.noSlot', values)
  }
  const inTheWay = [hindered.goLive, hindered.testPicture, hindered.move]
  const reasons = new Set(inTheWay.flatMap((one) => (one === null ? [] : (reason(one) ?? []))))
  return (
    <>
      <div className={css.actions}>
        <Button
          size="xs"
          variant={first ? 'filled' : 'default'}
          disabled={!connected || hindered.goLive !== null}
          loading={goLive.isPending}
          onClick={() => goLive.mutate()}
        >
          {t('controlRoom.late.goLive')}
        </Button>
        <Button
          size="xs"
          disabled={!connected || hindered.testPicture !== null || causeOf(channel) === 'coming'}
          loading={isTestPictureOn}
          onClick={() => testPicture.mutate()}
        >
          {t('controlRoom.sendTestPicture')}
        </Button>
        {slot && (
          <Button
            size="xs"
            disabled={!connected || hindered.move !== null}
            loading={move.isPending}
            onClick={() => move.mutate(slot)}
          >
            {t('controlRoom.late.moveTo', { time: clockText(slot.startsAt, timeZone) })}
          </Button>
        )}
        <Button
          size="xs"
          disabled={hindered.move === 'mayNotSchedule'}
          onClick={() => void navigate({ to: '/schedules', search: scheduleSearch(schedule.scheduleId) })}
        >
          {t('controlRoom.late.move')}
        </Button>
        <span className={css.note}>{children}</span>
      </div>
      {[...reasons].map((text) => (
        <p key={text} className="meta">
          {text}
        </p>
      ))}
    </>
  )
}
