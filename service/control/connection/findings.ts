/** Problems of a broadcast in words that the console can print. Pure. */
import type { Finding } from '../../contract/console.ts'
import type { Rendition } from '../../contract/rendition.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { ChannelActivity, LiveConnection } from './ports.ts'

/** A kind that the renditions ask for is missed after this long. */
export const MISSING_AFTER: Milliseconds = 12_000
/** How long a restart of the transcoder stays a finding. */
export const RESTART_SHOWN: Milliseconds = 300_000
/** A source this much above the top rendition wastes the uplink. */
const TOO_MUCH = 1.3

type Code = Finding['code']
type Found = Omit<Finding, 'since'> & { readonly since?: EpochMilliseconds }
type Look = (
  connection: LiveConnection,
  renditions: readonly Rendition[],
  now: EpochMilliseconds,
) => Found | null

/**
 * Findings of the newest connection that sends, worst first. Values: `keyframe-interval` has `interval` and
 * `target` in seconds, `bitrate-above-top` has `rate` and `top` in Mbit/s, `transcoder-restarted` has the
 * number of `restarts`.
 */
export function findings(
  activity: ChannelActivity,
  renditions: readonly Rendition[],
  now: EpochMilliseconds,
): Finding[] {
  const connection = activity.connections.find((c) => c.endedAt === null)
  if (!connection) return []
  const found = LOOKS.flatMap((look) => look(connection, renditions, now) ?? [])
  return found
    .map(({ since, ...rest }) => ({
      ...rest,
      since: since ?? connection.observed?.findingsSince[rest.code] ?? now,
    }))
    .sort((a, b) => Number(b.severity === 'fail') - Number(a.severity === 'fail'))
}

const LOOKS: readonly Look[] = [
  (connection) => (connection.stats?.diskFull ? finding('disk-full', 'fail', {}) : null),
  missing('no-video', 'video', (connection) => connection.observed?.lastVideoAt),
  missing('no-audio', 'audio', (connection) => connection.observed?.lastAudioAt),
  keyFrameInterval,
  bitRateAboveTop,
  (connection, _renditions, now) => {
    const at = connection.observed?.restartedAt ?? null
    const restarts = connection.stats?.transcoderRestarts ?? 0
    if (at === null || now - at >= RESTART_SHOWN) return null
    return { ...finding('transcoder-restarted', 'warn', { restarts }), since: at }
  },
]

function finding(code: Code, severity: Finding['severity'], values: Finding['values']): Found {
  return { code, severity, values }
}

function missing(
  code: 'no-video' | 'no-audio',
  kind: 'video' | 'audio',
  lastAt: (connection: LiveConnection) => EpochMilliseconds | null | undefined,
): Look {
  return (connection, renditions, now) => {
    if (!renditions.some((rendition) => rendition[kind] !== undefined)) return null
    const since = (lastAt(connection) ?? connection.connectedAt) + MISSING_AFTER
    if (now < since) return null
    return { ...finding(code, 'fail', {}), since }
  }
}

/** Segments begin at key frames; too few of them make segments late and uneven unless transcoded. */
function keyFrameInterval(connection: LiveConnection, renditions: readonly Rendition[]): Found | null {
  // WebRTC clients send key frames when they are asked, and what they send is always transcoded.
  if (connection.kind !== 'rtmp') return null
  const interval = connection.stats?.video?.keyFrameIntervalSeconds ?? 0
  const target = Math.min(...renditions.filter((r) => r.video).map((r) => r.durationSeconds))
  if (interval <= target * 1.5 || interval <= target + 0.5) return null
  return finding('keyframe-interval', 'warn', { interval: tenths(interval), target })
}

function bitRateAboveTop(connection: LiveConnection, renditions: readonly Rendition[]): Found | null {
  const sourceBps = connection.observed?.meanVideoBps ?? connection.stats?.video?.bitRateBps ?? 0
  const topBps = Math.max(0, ...renditions.map((rendition) => rendition.video?.bps ?? 0))
  if (topBps === 0 || sourceBps <= topBps * TOO_MUCH) return null
  return finding('bitrate-above-top', 'warn', { rate: tenths(sourceBps / 1e6), top: tenths(topBps / 1e6) })
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10
}
