/** What the bell lists and what is heard of it. Pure. */
import type { IncidentView } from '../../service/contract/console/incidents.ts'
import type { PlannedSchedule } from '../../service/contract/console/schedules.ts'
import type { NoticeKind } from '../../service/contract/desktop-bridge.ts'
import { troubleList, type Entry, type Known } from '../trouble/trouble.ts'
import type { EngineView } from '../../service/contract/console/engine-view.ts'

/** `urgent` is heard again and again until somebody looks; the others once. */
export type Level = 'urgent' | 'attention' | 'notice'

export type Alarm = {
  /** The same as long as it is the same alarm. */
  readonly key: string
  readonly level: Level
  /** Milliseconds since 1970; null where it is not known. */
  readonly since: number | null
} & (
  | { readonly kind: 'contact' }
  | { readonly kind: 'incident'; readonly incident: IncidentView }
  | { readonly kind: 'trouble'; readonly entry: Entry }
  | { readonly kind: 'soon'; readonly schedule: PlannedSchedule }
)

/** A restart of the engine takes less; milliseconds. */
export const CONTACT_TOLERATED_MS = 5000

export interface Facts extends Pick<Known, 'channels'> {
  readonly engine: (NonNullable<Known['engine']> & Pick<EngineView, 'soon'>) | null
  /** Since when there is no contact with the engine, this computer's clock; null while there is. */
  readonly lostAt: number | null
  /** For longer than is tolerated. */
  readonly isLost: boolean
}

/** Worst first. Without contact only that is known. */
export function alarmsOf({ channels, engine, lostAt, isLost }: Facts): readonly Alarm[] {
  if (lostAt !== null) {
    return isLost ? [{ kind: 'contact', key: `contact ${lostAt}`, level: 'urgent', since: lostAt }] : []
  }
  const troubles = troubleList({ channels, engine, endpoints: null, destinations: null })
  return [
    ...(engine?.incidents ?? []).map(incidentAlarm),
    ...troubles.map(troubleAlarm),
    ...(engine?.soon ? [soonAlarm(engine.soon)] : []),
  ].sort((a, b) => RANK[a.level] - RANK[b.level])
}

const RANK: Readonly<Record<Level, number>> = { urgent: 0, attention: 1, notice: 2 }

/** Who has taken note knows of it; what is over is to be read, not heard again. */
function incidentAlarm(incident: IncidentView): Alarm {
  const { id, acknowledged, overAt, beganAt } = incident
  const level = acknowledged === null && overAt === null ? 'urgent' : 'attention'
  return { kind: 'incident', key: id, level, since: beganAt, incident }
}

/** What viewers notice is urgent; of the rest there is time to read. */
function troubleAlarm(entry: Entry): Alarm {
  const isSeen = entry.kind === 'finding' && entry.severity === 'fail' && entry.channel.onAirSince !== null
  return {
    kind: 'trouble',
    key: entry.key,
    level: isSeen ? 'urgent' : 'attention',
    since: entry.since,
    entry,
  }
}

const soonAlarm = (schedule: PlannedSchedule): Alarm => ({
  ...{ kind: 'soon', key: `soon ${schedule.scheduleId} ${schedule.startsAt}`, level: 'notice', since: null },
  schedule,
})

/** Urgent ones that nobody has silenced: they are heard until then. */
export const ringing = (alarms: readonly Alarm[], silenced: readonly string[]): boolean =>
  alarms.some(({ key, level }) => level === 'urgent' && !silenced.includes(key))

/** Those that were not there before; none where nothing was known before. */
export const newSince = (before: ReadonlySet<string> | null, alarms: readonly Alarm[]): readonly Alarm[] =>
  before === null ? [] : alarms.filter(({ key }) => !before.has(key))

/** The switch that a notice of the system obeys; null for what is shown here only. */
export function noticeKind(alarm: Alarm): NoticeKind | null {
  switch (alarm.kind) {
    case 'contact':
      return null
    case 'soon':
      return 'starting-soon'
    case 'incident':
      return alarm.incident.kind === 'late-start' ? 'late-start' : 'no-signal'
    case 'trouble':
      return troubleNotice(alarm)
  }
}

function troubleNotice({ entry, level }: Extract<Alarm, { kind: 'trouble' }>): NoticeKind | null {
  switch (entry.kind) {
    case 'finding':
      return level === 'urgent' ? 'no-signal' : null
    case 'overrun':
      return 'overrun'
    case 'webhook':
    case 'webhooks':
      return 'webhook-failing'
    case 'uploads':
    case 'destinations':
      return 'upload-failing'
    case 'overload':
    case 'unknownKey':
    case 'refused':
      return null
  }
}
