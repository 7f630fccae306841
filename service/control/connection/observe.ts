import type { Finding } from '../../contract/console/channel-view.ts'
import type { ConnectionStats } from '../../contract/worker-protocol.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import { NO_DRIFT, withDrift } from './drift.ts'
import type { Observed } from './channel-activity.ts'
import { ratesBetween } from './rates.ts'

const NOTHING: Observed = {
  tracksKnownAt: null,
  lastVideoAt: null,
  lastAudioAt: null,
  meanVideoBps: null,
  meanFrameRate: null,
  drift: NO_DRIFT,
  restartedAt: null,
  findingsSince: {},
}
/** Share of a new measurement in the mean: about 10 s at one a second. */
const NEW_SHARE = 0.1

/** Takes one more measurement into what is remembered of a connection. Pure. */
export function observe(
  before: Observed | undefined,
  previous: ConnectionStats | null,
  stats: ConnectionStats,
  now: EpochMilliseconds,
): Observed {
  const known = before ?? NOTHING
  const { arrived } = stats
  const videoBps = stats.video?.bitRateBps ?? 0
  const videoCame = arrived.videoBytes > (previous?.arrived.videoBytes ?? 0)
  const audioCame = arrived.audioBytes > (previous?.arrived.audioBytes ?? 0)
  const restarted = stats.transcoderRestarts > (previous?.transcoderRestarts ?? 0)
  const rates = ratesBetween(previous?.arrived ?? null, arrived)
  return {
    ...known,
    tracksKnownAt: known.tracksKnownAt ?? (stats.video || stats.audio ? now : null),
    lastVideoAt: videoCame ? now : known.lastVideoAt,
    lastAudioAt: audioCame ? now : known.lastAudioAt,
    meanVideoBps: videoCame ? nextMean(known.meanVideoBps, videoBps) : known.meanVideoBps,
    // A second without any frame is a gap and not a slow encoder.
    meanFrameRate:
      videoCame && rates ? nextMean(known.meanFrameRate, rates.framesPerSecond) : known.meanFrameRate,
    drift: withDrift(known.drift, arrived.driftMs),
    restartedAt: restarted ? now : known.restartedAt,
  }
}

function nextMean(mean: number | null, value: number): number {
  return mean === null ? value : mean + (value - mean) * NEW_SHARE
}

/** Keeps since when each of the findings that hold now does; forgets the others. */
export function rememberFindings(observed: Observed, found: readonly Finding[]): Observed {
  return { ...observed, findingsSince: Object.fromEntries(found.map((f) => [f.code, f.since])) }
}
