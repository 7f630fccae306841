/** Problems of a broadcast in words that the console can print. Pure. */
import type { Finding } from '../../contract/console/channel-view.ts'
import type { Rendition } from '../../contract/rendition.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import { CONTENT_LOOKS, SAYS_MORE } from './content-findings.ts'
import { tooMuchDrift } from './drift.ts'
import { finding } from './finding-look.ts'
import type { Code, Found, Look } from './finding-look.ts'
import { ENOUGH_REPORTS } from './observe.ts'
import type { ChannelActivity, LiveConnection } from './channel-activity.ts'

/** A kind that the renditions ask for is missed after this long. */
export const MISSING_AFTER: Milliseconds = 12_000
/** How long a restart of the transcoder stays a finding. */
const RESTART_SHOWN: Milliseconds = 300_000
/** How long a gap stays a finding after media went on. */
const GAP_SHOWN: Milliseconds = 10_000
/** A gap this soon after the beginning is one of starting. */
const STARTING: Milliseconds = 5_000
/** Shares of the frame rate that the encoder says it sends: below the first it is low, from the second on not. */
const LOW_RATE = { from: 0.8, until: 0.9 }
/** Measurements come once a second; what is in one came up to this much later than what was in the other. */
const REPORT: Milliseconds = 2_000
/** A source this much above the top rendition wastes the uplink: from the first on, until below the second. */
const TOO_MUCH = { from: 1.3, until: 1.2 }

/**
 * Findings of the newest connection that sends, worst first. Values: `keyframe-interval` has `interval` and
 * `target` in seconds, `bitrate-above-top` has `rate` and `top` in Mbit/s, `frame-rate-low` has `rate` and
 * `nominal` in frames a second, `network-gap` has `length` in seconds, `drift` has `ms`, a kind that is
 * missing has the `seconds` for which it is, as have `silent`, `black` and `frozen`, `source-small` has the sizes
 * `size` and `topSize` such as `640×360`, `transcoder-restarted` has the number of `restarts`.
 */
export function findings(
  activity: ChannelActivity,
  renditions: readonly Rendition[],
  now: EpochMilliseconds,
): Finding[] {
  const connection = activity.connections.find((c) => c.endedAt === null)
  if (!connection) return []
  const all = LOOKS.flatMap((look) => look(connection, renditions, now) ?? [])
  const found = all.filter(({ code }) => !all.some((other) => SAYS_MORE[code]?.includes(other.code)))
  return found
    .map(({ since, ...rest }) => ({
      ...rest,
      since: since ?? connection.observed?.findingsSince[rest.code] ?? now,
    }))
    .sort((a, b) => Number(b.severity === 'fail') - Number(a.severity === 'fail'))
}

/** Which of them ask an encoder to change, by what is measured of what comes. The others hold whoever is the cause. */
const BLAMES_ENCODER: Readonly<Record<Code, boolean>> = {
  'keyframe-interval': true,
  'bitrate-above-top': true,
  'frame-rate-low': true,
  'network-gap': true,
  drift: true,
  // Viewers have lost something: that is said, whoever took it from them.
  'no-audio': false,
  'no-video': false,
  silent: false,
  black: false,
  frozen: false,
  // How large its pictures are has nothing to do with how busy anything is; a test picture's are ours.
  'source-small': true,
  'transcoder-restarted': false,
  'disk-full': false,
}

export const blamesEncoder = (code: Code): boolean => BLAMES_ENCODER[code]

/**
 * The findings that people are told. While this computer sends itself or is too busy, none that blames an
 * encoder; afterwards those that still hold, since then.
 * @param blamedSince from when on encoders are blamed; null: not now
 */
export function toldFindings(
  activity: ChannelActivity,
  renditions: readonly Rendition[],
  blamedSince: EpochMilliseconds | null,
  now: EpochMilliseconds,
): Finding[] {
  return findings(activity, renditions, now).flatMap((found) => {
    if (!blamesEncoder(found.code)) return found
    return blamedSince === null ? [] : { ...found, since: Math.max(found.since, blamedSince) }
  })
}

const LOOKS: readonly Look[] = [
  (connection) => (connection.stats?.diskFull ? finding('disk-full', 'fail', {}) : null),
  missing('no-video', 'video', (connection) => connection.observed?.lastVideoAt),
  missing('no-audio', 'audio', (connection) => connection.observed?.lastAudioAt),
  ...CONTENT_LOOKS,
  keyFrameInterval,
  bitRateAboveTop,
  frameRateLow,
  networkGap,
  drift,
  (connection, _renditions, now) => {
    const at = connection.observed?.restartedAt ?? null
    const restarts = connection.stats?.transcoderRestarts ?? 0
    if (at === null || now - at >= RESTART_SHOWN) return null
    return { ...finding('transcoder-restarted', 'warn', { restarts }), since: at }
  },
]

function missing(
  code: 'no-video' | 'no-audio',
  kind: 'video' | 'audio',
  lastAt: (connection: LiveConnection) => EpochMilliseconds | null | undefined,
): Look {
  return (connection, renditions, now) => {
    if (!renditions.some((rendition) => rendition[kind] !== undefined)) return null
    const last = lastAt(connection) ?? connection.connectedAt
    const since = last + MISSING_AFTER
    if (now < since || isSilent(connection, last)) return null
    return { ...finding(code, 'fail', { seconds: Math.floor((now - last) / 1000) }), since }
  }
}

/** Nothing at all came since the kind did: the channel's state says that, and no finding beside it. */
function isSilent({ stats }: LiveConnection, last: EpochMilliseconds): boolean {
  return (stats?.lastMediaAt ?? 0) <= last + REPORT
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
  const { meanVideoBps: sourceBps = null, videoReports = 0, findingsSince } = connection.observed ?? {}
  const topBps = Math.max(0, ...renditions.map((rendition) => rendition.video?.bps ?? 0))
  if (sourceBps === null || videoReports < ENOUGH_REPORTS || topBps === 0) return null
  const isFound = findingsSince?.['bitrate-above-top'] !== undefined
  if (sourceBps <= topBps * (isFound ? TOO_MUCH.until : TOO_MUCH.from)) return null
  return finding('bitrate-above-top', 'warn', { rate: tenths(sourceBps / 1e6), top: tenths(topBps / 1e6) })
}

/** The encoder's computer or its network can't keep up: frames are left out. */
function frameRateLow(connection: LiveConnection): Found | null {
  const nominal = connection.stats?.video?.nominalFrameRate ?? null
  const mean = connection.observed?.meanFrameRate ?? null
  // WebRTC clients lower their frame rate as they see fit.
  if (connection.kind !== 'rtmp' || nominal === null || mean === null) return null
  const isFound = connection.observed?.findingsSince['frame-rate-low'] !== undefined
  if (mean >= nominal * (isFound ? LOW_RATE.until : LOW_RATE.from)) return null
  return finding('frame-rate-low', 'warn', { rate: tenths(mean), nominal: tenths(nominal) })
}

/** Nothing came for a while, then it went on. A client may pause what it shares, an encoder does not. */
function networkGap(
  connection: LiveConnection,
  _renditions: readonly Rendition[],
  now: EpochMilliseconds,
): Found | null {
  const pause = connection.stats?.arrived.lastPause ?? null
  if (connection.kind !== 'rtmp' || pause === null) return null
  if (pause.at - connection.connectedAt < STARTING || now - (pause.at + pause.ms) >= GAP_SHOWN) return null
  return { ...finding('network-gap', 'warn', { length: tenths(pause.ms / 1000) }), since: pause.at }
}

function drift(connection: LiveConnection): Found | null {
  const { observed } = connection
  const ms = observed ? tooMuchDrift(observed.drift, observed.findingsSince.drift !== undefined) : null
  return ms === null ? null : finding('drift', 'warn', { ms: Math.round(ms) })
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10
}
