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
  videoReports: 0,
  meanVideoBps: null,
  meanFrameRate: null,
  drift: NO_DRIFT,
  restartedAt: null,
  findingsSince: {},
}
/** Share of a new measurement in the mean: about 10 s at one a second. */
const NEW_SHARE = 0.1
/** Measurements after which an encoder sends as it will: before, what it held back comes at once. */
const STARTING_REPORTS = 5
/** Measurements with video after which their mean is worth a judgement. */
export const ENOUGH_REPORTS = STARTING_REPORTS + 1 / NEW_SHARE

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
  const videoReports = known.videoReports + Number(videoCame)
  return {
    ...known,
    tracksKnownAt: known.tracksKnownAt ?? (stats.video || stats.audio ? now : null),
    lastVideoAt: videoCame ? now : known.lastVideoAt,
    lastAudioAt: audioCame ? now : known.lastAudioAt,
    videoReports,
    meanVideoBps:
      videoCame && videoReports > STARTING_REPORTS
        ? nextMean(known.meanVideoBps, videoBps, 1 / (videoReports - STARTING_REPORTS))
        : known.meanVideoBps,
    // A second without any frame is a gap and not a slow encoder.
    meanFrameRate:
      videoCame && rates ? nextMean(known.meanFrameRate, rates.framesPerSecond) : known.meanFrameRate,
    drift: withDrift(known.drift, arrived.driftMs),
    restartedAt: restarted ? now : known.restartedAt,
  }
}

/** @param share of the new value, where the first ones weigh alike */
function nextMean(mean: number | null, value: number, share = NEW_SHARE): number {
  return mean === null ? value : mean + (value - mean) * Math.max(NEW_SHARE, share)
}

/** Keeps since when each of the findings that hold now does; forgets the others. */
export function rememberFindings(observed: Observed, found: readonly Finding[]): Observed {
  return { ...observed, findingsSince: Object.fromEntries(found.map((f) => [f.code, f.since])) }
}
