/** From what runs on a channel to what its health is judged by. Pure. */
import type { Measure } from '../../contract/console/health.ts'
import type { Rendition } from '../../contract/rendition.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import type { ConnectionStats } from '../../contract/worker-protocol.ts'
import { channelState } from '../connection/channel-state.ts'
import { toldFindings } from '../connection/findings.ts'
import type { Blamed } from '../connection/findings.ts'
import type { ChannelActivity } from '../connection/channel-activity.ts'
import { ratesBetween } from '../connection/rates.ts'
import type { SfuChannelView, SfuConnectionView } from '../sfu/dependencies.ts'
import type { Look } from './health-session.ts'

type Measured = Partial<Record<Measure, number | null>>

/**
 * A channel whose connections get playlists.
 * @param measured of its newest connection that sends @param blamed as of {@link toldFindings}
 */
export function lookAtMedia(
  activity: ChannelActivity,
  renditions: readonly Rendition[],
  measured: Measured | null,
  blamed: Blamed,
  now: EpochMilliseconds,
): Look {
  const open = activity.connections.filter(({ endedAt }) => endedAt === null)
  const { state, since } = channelState(activity, now, 0)
  return {
    at: now,
    connections: open.map(({ connectionId, remoteAddress, connectedAt }) => ({
      connectionId,
      remoteAddress,
      since: connectedAt,
    })),
    lastEnd: activity.lastEnd,
    running: activity.connections.length > 0,
    state,
    stateSince: since,
    restarts: open[0]?.stats?.transcoderRestarts ?? 0,
    findings: toldFindings(activity, renditions, blamed, now),
    blamesEncoders: blamed.since !== null,
    measured,
  }
}

/** @param before the report before of the same connection; null when this is its first */
export function mediaMeasures(before: ConnectionStats | null, stats: ConnectionStats): Measured {
  const rates = ratesBetween(before?.arrived ?? null, stats.arrived)
  return {
    video: rates && rates.videoBps,
    audio: rates && rates.audioBps,
    frameRate: rates && rates.framesPerSecond,
    keyFrames: stats.video?.keyFrameIntervalSeconds || null,
    drift: stats.arrived.driftMs,
  }
}

/** A WebRTC channel without playlists. */
export function lookAtWebrtc(
  { connections }: SfuChannelView,
  activity: ChannelActivity,
  measured: Measured | null,
  now: EpochMilliseconds,
): Look {
  const { state, since } = channelState(activity, now, 0)
  return {
    at: now,
    connections,
    lastEnd: null,
    running: connections.length > 0,
    state,
    stateSince: since,
    restarts: 0,
    findings: [],
    blamesEncoders: true,
    measured,
  }
}

/** Sums over those that were connected at both times. @param seconds between both; above 0 */
export function webrtcMeasures(
  before: readonly SfuConnectionView[],
  now: readonly SfuConnectionView[],
  seconds: number,
): Measured {
  const known = new Map(before.map((connection) => [connection.connectionId, connection]))
  const sum = (bytes: 'receivedBytes' | 'sentBytes') =>
    now.reduce((total, one) => total + one[bytes] - (known.get(one.connectionId) ?? one)[bytes], 0)
  return { received: (sum('receivedBytes') * 8) / seconds, sent: (sum('sentBytes') * 8) / seconds }
}
