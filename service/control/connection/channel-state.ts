/** State of a channel as the console shows it, derived from what runs. Pure. */
import type { ChannelState } from '../../contract/console/channel-view.ts'
import type { EpochMilliseconds, Milliseconds, Seconds } from '../../contract/units.ts'
import type { ChannelActivity, LiveConnection } from './channel-activity.ts'

/** Without media for this long the broadcast is starving, then without signal. */
export const STARVING_AFTER: Milliseconds = 3_000
export const NO_SIGNAL_AFTER: Milliseconds = 12_000
/** How long a refusal, or an end, is shown before the channel is idle. */
const DENIED_SHOWN: Milliseconds = 30_000
const ENDED_SHOWN: Milliseconds = 60_000

export interface DerivedState {
  readonly state: ChannelState
  /** When it was entered; null for a channel that has always been idle. */
  readonly since: EpochMilliseconds | null
  /** Seconds until the first segment can be there; only while packaging. */
  readonly firstSegmentInSeconds: Seconds | null
  /** When time alone changes the state; null when it does not. */
  readonly until: EpochMilliseconds | null
}

/** @param segmentSeconds longest segment of the channel's renditions */
export function channelState(
  activity: ChannelActivity,
  now: EpochMilliseconds,
  segmentSeconds: Seconds,
): DerivedState {
  const newest = activity.connections.find((connection) => connection.endedAt === null)
  if (newest) return sendingState(newest, now, segmentSeconds)
  const inGrace = activity.connections[0]
  if (inGrace) return derived('reconnecting', inGrace.endedAt)
  if (activity.authorisingSince !== null) return derived('authorising', activity.authorisingSince)
  if (activity.sendingSince !== null) return relayedState(activity.sendingSince, activity, now)
  return restingState(activity, now)
}

/** Without HLS there is no playlist to wait for: who sends is seen as soon as something of it has come. */
function relayedState(
  sendingSince: EpochMilliseconds,
  { onAirSince, relayed }: ChannelActivity,
  now: EpochMilliseconds,
): DerivedState {
  if (onAirSince === null) return derived('receiving', sendingSince)
  if (!relayed) return derived('playable', onAirSince)
  const { lastMediaAt } = relayed
  return silentState(lastMediaAt, now) ?? derived('playable', onAirSince, lastMediaAt + STARVING_AFTER)
}

/** Null while media comes. */
function silentState(lastMediaAt: EpochMilliseconds, now: EpochMilliseconds): DerivedState | null {
  const starvingAt = lastMediaAt + STARVING_AFTER
  const noSignalAt = lastMediaAt + NO_SIGNAL_AFTER
  if (now >= noSignalAt) return derived('no-signal', noSignalAt)
  return now >= starvingAt ? derived('starving', starvingAt, noSignalAt) : null
}

function sendingState(
  connection: LiveConnection,
  now: EpochMilliseconds,
  segmentSeconds: Seconds,
): DerivedState {
  const { connectedAt, playlistReadyAt, stats, observed } = connection
  const lastMediaAt = Math.max(connectedAt, stats?.lastMediaAt ?? 0)
  const starvingAt = lastMediaAt + STARVING_AFTER
  const silent = silentState(lastMediaAt, now)
  if (silent) return silent
  if (playlistReadyAt !== null) return derived('playable', playlistReadyAt, starvingAt)
  if (!stats?.video && !stats?.audio) return derived('receiving', connectedAt, starvingAt)
  const since = observed?.tracksKnownAt ?? connectedAt
  const left = segmentSeconds - (now - since) / 1000
  return { ...derived('packaging', since, starvingAt), firstSegmentInSeconds: Math.max(0, Math.ceil(left)) }
}

/** Nothing runs: a fresh refusal or end is shown for a while, the newer of the two. */
function restingState({ denied, lastEnd }: ChannelActivity, now: EpochMilliseconds): DerivedState {
  const endedAt = lastEnd ? (lastEnd.playlistEndedAt ?? lastEnd.at) : null
  const deniedUntil = denied ? denied.at + DENIED_SHOWN : null
  const endedUntil = endedAt === null ? null : endedAt + ENDED_SHOWN
  const deniedShown = denied !== null && deniedUntil !== null && now < deniedUntil
  const endedShown = endedUntil !== null && now < endedUntil
  // A codec that cannot be used ends its own connection, whose playlists then end a moment later.
  const overAt = (denied?.unsupported ? lastEnd?.at : endedAt) ?? 0
  if (deniedShown && (!endedShown || denied.at >= overAt)) {
    return derived('denied', denied.at, deniedUntil)
  }
  if (endedShown) return derived('ended', endedAt, endedUntil)
  const over = [deniedUntil, endedUntil].filter((at) => at !== null)
  return derived('idle', over.length > 0 ? Math.max(...over) : null)
}

function derived(
  state: ChannelState,
  since: EpochMilliseconds | null,
  until: EpochMilliseconds | null = null,
): DerivedState {
  return { state, since, until, firstSegmentInSeconds: null }
}
