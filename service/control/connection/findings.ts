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
/** Lips and words are seen apart from here on. */
const SOUND_LATE = { from: 200, until: 100 }
/** Encoding itself holds back about a second, and what waits for its turn on a busy computer no more than two. */
const TRANSCODING_LATE = { from: 3_000, until: 2_000 }
/** Measurements come once a second; what is in one came up to this much later than what was in the other. */
const REPORT: Milliseconds = 2_000
/** A source this much above the top rendition wastes the uplink: from the first on, until below the second. */
const TOO_MUCH = { from: 1.3, until: 1.2 }

/**
 * Findings of the newest connection that sends, worst first. Values: `keyframe-interval` has `interval` and
 * `target` in seconds, `bitrate-above-top` has `rate` and `top` in Mbit/s, `frame-rate-low` has `rate` and
 * `nominal` in frames a second, `network-gap` has `length` in seconds, `drift` has `ms`, a kind that is
 * missing has the `seconds` for which it is, as have `silent`, `black` and `frozen`, `source-small` has the sizes
 * `size` and `topSize` such as `640×360`, `sound-late`
 * and `transcoding-late` have the `seconds` by which they are, `transcoder-restarted` has the number of `restarts`.
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
  'sound-late': true,
  'transcoding-late': false,
  'transcoder-restarted': false,
  'disk-full': false,
}

export const blamesEncoder = (code: Code): boolean => BLAMES_ENCODER[code]

/** For what encoders are blamed, by when it began. */
export interface Blamed {
  /** For what still holds from then on; null: for nothing now. */
  readonly since: EpochMilliseconds | null
  /** Not yet for what began then or later; null: for all. */
  readonly until: EpochMilliseconds | null
}

export const NOT_BLAMED: Blamed = { since: null, until: null }

/**
 * The findings that people are told. While this computer sends itself or is too busy, none that blames an
 * encoder, and none that began since it may have become too busy; afterwards those that still hold, since then.
 */
export function toldFindings(
  activity: ChannelActivity,
  renditions: readonly Rendition[],
  { since, until }: Blamed,
  now: EpochMilliseconds,
): Finding[] {
  return findings(activity, renditions, now).flatMap((found) => {
    if (!blamesEncoder(found.code)) return found
    if (since === null || (until !== null && found.since >= until)) return []
    return { ...found, since: Math.max(found.since, since) }
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
  soundLate,
  transcodingLate,
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
  const { meanVideoBps: sourceBps = null, videoReports = 0 } = connection.observed ?? {}
  const topBps = Math.max(0, ...renditions.map((rendition) => rendition.video?.bps ?? 0))
  if (sourceBps === null || videoReports < ENOUGH_REPORTS || topBps === 0) return null
  if (sourceBps <= topBps * limitNow(connection, 'bitrate-above-top', TOO_MUCH)) return null
  return finding('bitrate-above-top', 'warn', { rate: tenths(sourceBps / 1e6), top: tenths(topBps / 1e6) })
}

/** The encoder's computer or its network can't keep up: frames are left out. */
function frameRateLow(connection: LiveConnection): Found | null {
  const nominal = connection.stats?.video?.nominalFrameRate ?? null
  const mean = connection.observed?.meanFrameRate ?? null
  // WebRTC clients lower their frame rate as they see fit.
  if (connection.kind !== 'rtmp' || nominal === null || mean === null) return null
  if (mean >= nominal * limitNow(connection, 'frame-rate-low', LOW_RATE)) return null
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

/** Its timestamps fall behind those of the picture that comes with it: whoever plays both in step waits for it. */
function soundLate(connection: LiveConnection): Found | null {
  const ms = connection.stats?.soundBehindMs ?? null
  if (ms === null || ms <= limitNow(connection, 'sound-late', SOUND_LATE)) return null
  return finding('sound-late', 'warn', { seconds: tenths(ms / 1000) })
}

/** What came is not made into renditions in time: the cause is here, whatever the encoder sends. */
function transcodingLate(connection: LiveConnection): Found | null {
  const ms = connection.stats?.transcodingBehindMs ?? null
  if (ms === null || ms <= limitNow(connection, 'transcoding-late', TRANSCODING_LATE)) return null
  return finding('transcoding-late', 'fail', { seconds: tenths(ms / 1000) })
}

/** The limit that holds now: what was found goes on until it is on the good side of the other one. */
function limitNow(
  { observed }: LiveConnection,
  code: Code,
  { from, until }: { readonly from: number; readonly until: number },
): number {
  return observed?.findingsSince[code] === undefined ? from : until
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10
}
