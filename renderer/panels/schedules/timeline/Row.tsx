/** A schedule of the timeline: its plan, the sessions of its channel and what was recorded, below each other. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { zoneNames } from '../../../i18n/format.ts'
import { OPERATES } from '../../../rooms.ts'
import { useMay } from '../../../stores/session.ts'
import { usePreferences } from '../../../stores/preferences.ts'
import { StateWord } from '../../../ui/StateWord.tsx'
import { UserText } from '../../../ui/UserText.tsx'
import { visibleName } from '../../../ui/visible.ts'
import type { CalendarProps } from '../calendar.ts'
import type { Day } from '../layout.ts'
import { drawState } from '../../../archive/draw-recording.ts'
import { onAirSinceOf, stateOf } from '../schedule-state.ts'
import { clockText, dayText, fromTo, lengthText } from '../../../schedule/texts.ts'
import { Bar } from './Bar.tsx'
import { worstOf, type RecordingBar, type SessionBar, type TimelineRow } from './rows.ts'
import css from './Timeline.module.css'

interface Props extends Pick<CalendarProps, 'zone' | 'now' | 'onAir' | 'open' | 'openId'> {
  readonly row: TimelineRow
  readonly day: Day
  /** False for users who may not see recordings. */
  readonly seesRecordings: boolean
  /** The same of sessions. */
  readonly seesSessions: boolean
}

export function Row(props: Props) {
  const { row, day, zone, openId, seesRecordings, seesSessions } = props
  const { schedule, sessions, recordings } = row
  const { t } = useTranslation()
  const language = usePreferences((s) => s.language)
  return (
    <div
      className={css.row}
      role="group"
      aria-label={visibleName(t, schedule.name)}
      data-open={schedule.scheduleId === openId || undefined}
    >
      <div className={css.about}>
        <span className={css.title}>
          <UserText className={`cut ${css.name ?? ''}`}>{schedule.name}</UserText>
          <span className={`num ${css.time ?? ''}`}>{fromTo(schedule, zone, language)}</span>
        </span>
        {seesSessions && (
          <span className={css.title}>
            <span className="second">{t('schedules.timeline.sessions')}</span>
            <Sent sessions={sessions} />
          </span>
        )}
        {seesRecordings && (
          <span className={css.title}>
            <span className="second">{t('schedules.timeline.recordings')}</span>
            <Recorded recordings={recordings} />
          </span>
        )}
      </div>
      <div className={css.lanes}>
        <Lane>
          <Plan {...props} />
        </Lane>
        {seesSessions && (
          <Lane>
            {sessions.map((session) => (
              <Session key={session.id} {...{ session, day, zone }} channelId={schedule.channelId} />
            ))}
          </Lane>
        )}
        {seesRecordings && (
          <Lane>
            {recordings.map((recording) => (
              <Recording key={recording.connectionId} {...{ recording, day, zone }} />
            ))}
          </Lane>
        )}
      </div>
    </div>
  )
}

/** Whether it is sent now, else how long it was in all. */
function Sent({ sessions }: { sessions: readonly SessionBar[] }) {
  const { t } = useTranslation()
  if (sessions.some(({ running }) => running)) {
    return <StateWord glyph="ok" tone="ok" text={t('schedules.timeline.runs')} />
  }
  const ms = sessions.reduce((sum, { startsAt, endsAt }) => sum + endsAt - startsAt, 0)
  return <span className="num second">{ms === 0 ? '–' : lengthText(t, ms)}</span>
}

function Recorded({ recordings }: { recordings: readonly RecordingBar[] }) {
  const { t } = useTranslation()
  const state = worstOf(recordings)
  if (state === null) return <span className="second">–</span>
  return <StateWord {...drawState(state)} text={t(`recordings.state.${state}`)} />
}

const Lane = ({ children }: { children: ReactNode }) => <div className={css.lane}>{children}</div>

function Plan({ row: { schedule }, day, zone, now, onAir, open }: Props) {
  const { t } = useTranslation()
  const language = usePreferences((s) => s.language)
  const state = stateOf(schedule, onAirSinceOf(schedule, onAir), now)
  const label = t('schedules.grid.block', {
    name: visibleName(t, schedule.name),
    day: dayText(schedule.startsAt, zone, language),
    time: fromTo(schedule, zone, language),
    zone: zoneNames(schedule, zone),
    state: t(`schedules.state.${state}`),
  })
  return (
    <Bar {...{ day, state }} period={schedule} kind="plan" word={t(`schedules.state.${state}`)}>
      {({ content, ...look }) => (
        <button
          type="button"
          {...look}
          data-id={schedule.scheduleId}
          aria-label={label}
          title={label}
          onClick={() => open(schedule.scheduleId)}
        >
          {content}
        </button>
      )}
    </Bar>
  )
}

interface SessionProps {
  readonly session: SessionBar
  readonly day: Day
  readonly zone: string
  /** Null where it was deleted: then nothing is to be opened. */
  readonly channelId: string | null
}

function Session({ session, day, zone, channelId }: SessionProps) {
  const { t } = useTranslation()
  const language = usePreferences((s) => s.language)
  const operates = useMay(OPERATES)
  const { id, running, startsAt, endsAt } = session
  const length = lengthText(t, endsAt - startsAt)
  const label = running
    ? t('schedules.timeline.running', { time: clockText(startsAt, zone) })
    : t('schedules.timeline.session', { time: fromTo(session, zone, language), length })
  const word = running ? t('schedules.timeline.runs') : length
  return (
    <Bar day={day} period={session} kind="session" state={running ? 'running' : 'over'} word={word}>
      {({ content, ...look }) =>
        channelId === null || !operates ? (
          <span {...look} role="img" aria-label={label} title={label}>
            {content}
          </span>
        ) : (
          <Link
            {...look}
            to="/channels/$channelId"
            params={{ channelId }}
            search={{ view: 'events', session: String(id) }}
            aria-label={label}
            title={label}
          >
            {content}
          </Link>
        )
      }
    </Bar>
  )
}

function Recording({ recording, day, zone }: { recording: RecordingBar; day: Day; zone: string }) {
  const { t } = useTranslation()
  const language = usePreferences((s) => s.language)
  const { connectionId, renditions, state } = recording
  const word = t(`recordings.state.${state}`)
  const label = t('schedules.timeline.recording', {
    ...{ time: fromTo(recording, zone, language), count: renditions, state: word },
  })
  return (
    <Bar {...{ day, state, word }} period={recording} kind="recording">
      {({ content, ...look }) => (
        <Link {...look} to="/archives" search={{ connection: connectionId }} aria-label={label} title={label}>
          {content}
        </Link>
      )}
    </Bar>
  )
}
