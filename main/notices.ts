/** Which change of the service is worth a notice. Pure: the same statuses and times give the same notices. */
import type { ConsolePath, NoticeKind, NoticeSwitches } from '../service/contract/desktop-bridge.ts'
import type { ChannelOnAir, ServiceStatus } from '../service/contract/host-protocol.ts'
import { channelName } from './indicator.ts'
import { fill, type Texts } from './texts.ts'

/** How long before its start a schedule is announced, ms. */
export const SOON_MS = 600_000

/** How long after its start a schedule that no viewer could see yet is told as late, ms. */
export const LATE_MS = 30_000

export interface Notice {
  readonly kind: NoticeKind
  readonly title: string
  readonly body: string
  /** Where a click leads. */
  readonly path: ConsolePath
}

/** What was seen before: a trouble is told when it comes and when it goes. */
export interface Seen {
  /** Channels on air without signal. */
  readonly silent: readonly string[]
  readonly webhooks: boolean
  readonly uploads: boolean
  /** Id and start of the schedule that was announced last: one that is moved is announced again. */
  readonly announced: string
  /** The same of the schedule that was told last as late. */
  readonly late: string
  /** Id and end of the schedule that was told last as still on air. */
  readonly overrun: string
}

export const NOTHING_SEEN: Seen = {
  ...{ silent: [], webhooks: false, uploads: false },
  ...{ announced: '', late: '', overrun: '' },
}

/** @param now ms since 1970 */
export function noticesOf(
  seen: Seen,
  status: ServiceStatus,
  now: number,
  texts: Texts,
): { readonly seen: Seen; readonly notices: readonly Notice[] } {
  const { onAir, webhooksFailing, uploadsFailing } = status
  const silent = onAir.filter(({ state }) => state === 'no-signal').map(({ channelId }) => channelId)
  const soon = startingSoon(seen, status, now, texts)
  const late = lateStart(seen, status, now, texts)
  const overrun = overrunOf(seen, status, texts)
  return {
    seen: {
      silent,
      webhooks: webhooksFailing > 0,
      uploads: uploadsFailing > 0,
      announced: soon?.key ?? seen.announced,
      late: late?.key ?? seen.late,
      overrun: overrun?.key ?? seen.overrun,
    },
    notices: [
      ...(soon ? [soon.notice] : []),
      ...(late ? [late.notice] : []),
      ...(overrun ? [overrun.notice] : []),
      ...onAir.flatMap((channel) => signalNotice(seen, channel, texts) ?? []),
      ...webhookNotice(seen.webhooks, webhooksFailing, texts),
      ...uploadNotice(seen.uploads, uploadsFailing, texts),
    ],
  }
}

/** @param route where the focused window is in the console; null when none has the focus */
export function isWanted(
  { kind, path }: Notice,
  switches: NoticeSwitches,
  isOnAir: boolean,
  route: string | null,
): boolean {
  if (!switches[kind] || (isOnAir && switches['quiet-on-air'])) return false
  return route?.split('?')[0] !== path
}

function startingSoon({ announced }: Seen, { nextSchedule }: ServiceStatus, now: number, texts: Texts) {
  if (nextSchedule === null) return null
  const { scheduleId, name, startsAt } = nextSchedule
  const key = `${scheduleId} ${startsAt}`
  const left = startsAt - now
  if (key === announced || left > SOON_MS || left <= 0) return null
  const notice: Notice = {
    kind: 'starting-soon',
    title: fill(texts.soonTitle, { name: name === '' ? texts.schedules : name }),
    body: fill(texts.soonBody, { time: timeOf(startsAt) }),
    path: '/schedules',
  }
  return { key, notice }
}

function lateStart({ late }: Seen, { awaited }: ServiceStatus, now: number, texts: Texts) {
  if (awaited === null) return null
  const { scheduleId, name, startsAt } = awaited
  const key = `${scheduleId} ${startsAt}`
  if (key === late || now - startsAt < LATE_MS) return null
  const notice: Notice = {
    kind: 'late-start',
    title: fill(texts.lateTitle, { name: name === '' ? texts.schedules : name }),
    body: fill(texts.lateBody, { time: timeOf(startsAt) }),
    path: '/',
  }
  return { key, notice }
}

function overrunOf({ overrun: told }: Seen, { overrun }: ServiceStatus, texts: Texts) {
  if (overrun === null) return null
  const { scheduleId, name, endsAt } = overrun
  const key = `${scheduleId} ${endsAt}`
  if (key === told) return null
  const notice: Notice = {
    kind: 'overrun',
    title: fill(texts.overrunTitle, { name: name === '' ? texts.schedules : name }),
    body: fill(texts.overrunBody, { time: timeOf(endsAt) }),
    path: '/',
  }
  return { key, notice }
}

const timeOf = (at: number): string =>
  new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })

/** A channel that went off air is no recovery. */
function signalNotice(seen: Seen, channel: ChannelOnAir, texts: Texts): Notice | null {
  const was = seen.silent.includes(channel.channelId)
  const is = channel.state === 'no-signal'
  // Silence turns into a grace, which is none yet.
  if (was === is || (was && channel.state !== 'playable')) return null
  const [title, body] = is ? [texts.noSignalTitle, texts.noSignalBody] : [texts.signalTitle, texts.signalBody]
  return {
    kind: 'no-signal',
    title: fill(title, { name: channelName(channel, texts) }),
    body,
    path: `/channels/${channel.channelId}`,
  }
}

function webhookNotice(was: boolean, count: number, texts: Texts): Notice[] {
  if (was === count > 0) return []
  const [title, body] = was
    ? [texts.webhookFineTitle, texts.webhookFineBody]
    : [texts.webhookTitle, texts.webhookBody]
  return [{ kind: 'webhook-failing', title, body: fill(body, { count }), path: '/webhooks/endpoints' }]
}

function uploadNotice(was: boolean, count: number, texts: Texts): Notice[] {
  if (was === count > 0) return []
  const [title, body] = was
    ? [texts.uploadFineTitle, texts.uploadFineBody]
    : [texts.uploadTitle, texts.uploadBody]
  return [{ kind: 'upload-failing', title, body: fill(body, { count }), path: '/archives' }]
}
