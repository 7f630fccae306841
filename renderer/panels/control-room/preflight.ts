/** Whether all that the next broadcast needs is there: four answers, each a glyph and words. Pure. */
import type { DestinationView } from '../../../service/contract/console/destinations.ts'
import type { ScheduleView } from '../../../service/contract/console/schedules.ts'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import type { OperatedEngine } from '../../../service/contract/console/engine-view.ts'
import { connectedCount } from '../../channel/channel-kind.ts'
import { diskRoom, roomUnits } from '../../archive/disk-room.ts'
import type { GlyphName } from '../../ui/Glyph.tsx'
import type { Tone } from '../../ui/tone.ts'

/** Words: a key below `controlRoom.preflight.` and its number. */
type Words =
  | { readonly key: 'archiveOk' | 'archiveNone' | 'archiveUnused' | 'webhooksOk' | 'webhooksNone' }
  | { readonly key: 'diskFull' | 'diskOk' | 'encoderOk' | 'encoderNone' | 'clientOk' | 'clientNone' }
  | { readonly key: 'channelGone' | 'unknown' }
  | { readonly key: 'archiveFails' | 'webhooksFail'; readonly count: number }
  | { readonly key: 'diskHours' | 'diskMinutes'; readonly number: number }

export interface Check {
  readonly id: 'archive' | 'webhooks' | 'disk' | 'sender'
  readonly glyph: GlyphName
  readonly tone: Tone
  readonly words: Words
}

export interface Known {
  readonly schedule: Pick<ScheduleView, 'channelId' | 'renditions' | 'startsAt' | 'endsAt'>
  /** Its channel; null when there is none any more. */
  readonly channel: ChannelView | null
  /** Null while there is no contact: then nothing is known. */
  readonly engine: Pick<OperatedEngine, 'diskFreeBytes' | 'archive' | 'webhooks'> | null
  /** Null where they are not known. */
  readonly destinations: readonly DestinationView[] | null
}

const ok = (words: Words) => ({ glyph: 'ok', tone: 'ok', words }) as const
const fail = (words: Words) => ({ glyph: 'fail', tone: 'fail', words }) as const
const none = (words: Words) => ({ glyph: 'idle', tone: 'idle', words }) as const
const waiting = (words: Words) => ({ glyph: 'waiting', tone: 'idle', words }) as const

export type Checks = readonly [Check, ...Check[]]

export function preflight(known: Known): Checks {
  const { engine } = known
  if (engine === null) {
    const unknown = (id: Check['id']): Check => ({ id, ...waiting({ key: 'unknown' }) })
    return [unknown('archive'), unknown('webhooks'), unknown('disk'), unknown('sender')]
  }
  return [
    { id: 'archive', ...archiveCheck(known, engine) },
    { id: 'webhooks', ...webhooksCheck(known, engine) },
    { id: 'disk', ...diskCheck(known, engine) },
    { id: 'sender', ...senderCheck(known) },
  ]
}

type Engine = NonNullable<Known['engine']>
type Answer = Omit<Check, 'id'>

/** The check that most needs a hand; where none does, whether somebody sends. */
export function worstOf([first, ...rest]: Checks): Check {
  return rest.reduce((worst, check) => (urgency(check) < urgency(worst) ? check : worst), first)
}

const urgency = ({ id, tone, glyph }: Check): number =>
  tone === 'fail' ? 0 : tone === 'warn' ? 1 : glyph === 'waiting' ? 2 : id === 'sender' ? 3 : 4

function archiveCheck({ schedule, destinations }: Known, engine: Engine): Answer {
  if (destinations === null) {
    const count = engine.archive.failing
    return count === 0 ? ok({ key: 'archiveOk' }) : fail({ key: 'archiveFails', count })
  }
  if (destinations.length === 0) return none({ key: 'archiveNone' })
  const used = destinations.filter(({ channels }) =>
    channels.some(({ channelId }) => channelId === schedule.channelId),
  )
  if (used.length === 0) return none({ key: 'archiveUnused' })
  const count = used.filter(({ trouble }) => trouble !== null).length
  return count === 0 ? ok({ key: 'archiveOk' }) : fail({ key: 'archiveFails', count })
}

function webhooksCheck({ channel }: Known, { webhooks: { failing: count } }: Engine): Answer {
  if (channel && !channel.hasAuthWebhook && !channel.hasEventWebhook) return none({ key: 'webhooksNone' })
  return count === 0 ? ok({ key: 'webhooksOk' }) : fail({ key: 'webhooksFail', count })
}

/** Room for all renditions of the broadcast beside what is being recorded. */
function diskCheck({ schedule }: Known, engine: Engine): Answer {
  const bps = schedule.renditions.reduce(
    (sum, { video, audio }) => sum + (video?.bps ?? 0) + (audio?.bps ?? 0),
    0,
  )
  const archive = { ...engine.archive, recordingBps: engine.archive.recordingBps + bps }
  const { leftMs } = diskRoom({ diskFreeBytes: engine.diskFreeBytes, archive })
  if (leftMs === null) return ok({ key: 'diskOk' })
  if (leftMs === 0) return fail({ key: 'diskFull' })
  const { unit, number } = roomUnits(leftMs)
  const words: Words = { key: unit === 'hours' ? 'diskHours' : 'diskMinutes', number }
  const enough = leftMs >= schedule.endsAt - schedule.startsAt
  return enough ? ok(words) : { glyph: 'warn', tone: 'warn', words }
}

function senderCheck({ channel }: Known): Answer {
  if (channel === null) return fail({ key: 'channelGone' })
  const isClient = channel.webrtc !== null
  if (connectedCount(channel) > 0) return ok({ key: isClient ? 'clientOk' : 'encoderOk' })
  return waiting({ key: isClient ? 'clientNone' : 'encoderNone' })
}
