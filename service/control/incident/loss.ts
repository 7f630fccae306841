/** What viewers of a channel lose now, as far as it is known. Pure. */
import type { Finding } from '../../contract/console/channel-view.ts'
import type { IncidentKind, IncidentStep } from '../../contract/console/incidents.ts'
import { isMeant } from '../../contract/close-reasons.ts'
import type { CloseReason } from '../../contract/close-reasons.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import type { ChannelActivity } from '../connection/channel-activity.ts'
import { NO_SIGNAL_AFTER, STARVING_AFTER, channelState } from '../connection/channel-state.ts'
import { MISSING_AFTER } from '../connection/findings.ts'

export const CHANNEL_LOSSES = ['picture-stopped', 'no-video', 'no-audio'] as const satisfies IncidentKind[]
export type ChannelLoss = (typeof CHANNEL_LOSSES)[number]

export interface Loss {
  /** False: viewers still wait for what they lost, but that alone is no incident. */
  readonly begins: boolean
  /** When the last came of what they lost. */
  readonly since: EpochMilliseconds
  readonly steps: readonly IncidentStep[]
}

/** Null for what viewers have, and for what nobody waits for any more. */
export type Losses = Readonly<Record<ChannelLoss, Loss | null>>

const NONE: Losses = { 'picture-stopped': null, 'no-video': null, 'no-audio': null }
const WAITING: Loss = { begins: false, since: 0, steps: [] }

/** Whether something is sent to viewers, or may go on: by playlists, or from client to client. */
export const isBroadcast = ({ onAirSince, connections, sendingSince }: ChannelActivity): boolean =>
  onAirSince !== null && (connections.length > 0 || sendingSince !== null)

export function lossesOf(
  activity: ChannelActivity,
  findings: readonly Finding[],
  now: EpochMilliseconds,
): Losses {
  if (!isBroadcast(activity)) return NONE
  const { state, since } = channelState(activity, now, 0)
  switch (state) {
    case 'playable':
      return { ...NONE, 'no-video': missing('no-video', findings), 'no-audio': missing('no-audio', findings) }
    case 'starving':
    case 'no-signal': {
      const sending = activity.connections.find(({ endedAt }) => endedAt === null)
      // What goes from client to client is seen as it comes.
      const wasSeen = sending === undefined || sending.playlistReadyAt !== null
      const after = state === 'starving' ? STARVING_AFTER : NO_SIGNAL_AFTER
      return waiting(silent((since ?? now) - after, state === 'no-signal', wasSeen))
    }
    case 'reconnecting':
      return waiting(activity.lastEnd ? lost(activity.lastEnd) : WAITING)
    default:
      return waiting(WAITING)
  }
}

/** An end that nobody meant: neither somebody here nor at the encoder. */
export const isBreak = (reason: CloseReason): boolean => !isMeant(reason) && reason !== 'client-closed'

/** What a connection that ended, and the reason of it, took from viewers. */
export function lost({ at, reason }: { readonly at: EpochMilliseconds; readonly reason: CloseReason }): Loss {
  return { begins: isBreak(reason), since: at, steps: [{ kind: 'lost', at, reason }] }
}

/** While nothing comes, nobody can tell whether one of both would. */
const waiting = (stopped: Loss): Losses => ({
  'picture-stopped': stopped,
  'no-video': WAITING,
  'no-audio': WAITING,
})

function silent(since: EpochMilliseconds, noSignal: boolean, begins: boolean): Loss {
  const steps: IncidentStep[] = [{ kind: 'silent', at: since, reason: null }]
  if (noSignal) steps.push({ kind: 'no-signal', at: since + NO_SIGNAL_AFTER, reason: null })
  return { begins, since, steps }
}

function missing(code: 'no-video' | 'no-audio', findings: readonly Finding[]): Loss | null {
  const found = findings.find((finding) => finding.code === code)
  if (!found) return null
  const since = found.since - MISSING_AFTER
  return { begins: true, since, steps: [{ kind: 'missing', at: since, reason: null }] }
}
