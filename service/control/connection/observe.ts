import type { Finding } from '../../contract/console.ts'
import type { ConnectionStats } from '../../contract/worker-protocol.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import type { Observed } from './ports.ts'

const NOTHING: Observed = {
  tracksKnownAt: null,
  lastVideoAt: null,
  lastAudioAt: null,
  meanVideoBps: null,
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
  const videoBps = stats.video?.bitRateBps ?? 0
  const videoCame = videoBps > 0
  const audioCame = (stats.audio?.bitRateBps ?? 0) > 0
  const restarted = stats.transcoderRestarts > (previous?.transcoderRestarts ?? 0)
  const mean = known.meanVideoBps ?? videoBps
  return {
    ...known,
    tracksKnownAt: known.tracksKnownAt ?? (stats.video || stats.audio ? now : null),
    lastVideoAt: videoCame ? now : known.lastVideoAt,
    lastAudioAt: audioCame ? now : known.lastAudioAt,
    meanVideoBps: videoCame ? mean + (videoBps - mean) * NEW_SHARE : known.meanVideoBps,
    restartedAt: restarted ? now : known.restartedAt,
  }
}

/** Keeps since when each of the findings that hold now does; forgets the others. */
export function rememberFindings(observed: Observed, found: readonly Finding[]): Observed {
  return { ...observed, findingsSince: Object.fromEntries(found.map((f) => [f.code, f.since])) }
}
