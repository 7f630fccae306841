/** How long ago what viewers see happened. Pure. */
import type { PictureAge } from '../../contract/console/channel-view.ts'
import type { Rendition } from '../../contract/rendition.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import { partHoldBack, partTarget } from '../../protocol/hls/part-target.ts'
import { commonTargetDuration } from '../../protocol/hls/target-duration.ts'
import { STARVING_AFTER } from './channel-state.ts'
import type { ChannelActivity } from './channel-activity.ts'

/** A segment that is overdue by so much, or comes so much later than others did, is no jitter. */
const RISES: Milliseconds = 3_000
const GREW: Milliseconds = 1_000
/** Where players begin that are told nothing they can use: target durations before the end (RFC 8216 6.3.3). */
const USUAL_TARGETS = 3

/**
 * Of a viewer who came half a segment ago and began where EXT-X-START says; with low latency, half a part ago and
 * where PART-HOLD-BACK says. Each segment is dated by when its media came in, so that all counts that lies between:
 * transcoding, packaging, the disk and the playlist.
 * While an encoder is awaited back, viewers see what it sent last, ever older.
 * Without HLS nothing is dated on its way to clients: only how old the last is, once no more comes.
 * @returns null before the first segment, without a broadcast, and while clients get media as it comes
 */
export function pictureAge(
  activity: ChannelActivity,
  renditions: readonly Rendition[],
  now: EpochMilliseconds,
): PictureAge | null {
  const { connections, relayed } = activity
  if (relayed && activity.onAirSince !== null) return relayedAge(now - relayed.lastMediaAt)
  const [rendition] = renditions
  const newest = connections.find(({ endedAt }) => endedAt === null) ?? connections[0]
  const listed = newest?.stats?.listed
  if (!listed || !rendition || activity.onAirSince === null) return null
  const segment: Milliseconds = rendition.durationSeconds * 1000
  const late = Math.max(0, now - listed.until - listed.afterMs - segment)
  // Whole segments are reported, once a second: what is late by less says nothing of parts.
  const overdue = newest.lowLatency && late < RISES ? 0 : late
  const target = newest.lowLatency
    ? meantLowAge(rendition)
    : startsBehind(renditions, rendition) + segment / 2
  const ms = Math.round(target + listed.afterMs + overdue)
  const rising = overdue >= RISES || listed.growthMs >= GREW
  return { ms, rising, tooOld: rising || ms >= 2 * target }
}

function startsBehind(renditions: readonly Rendition[], { startTimeOffset }: Rendition): Milliseconds {
  if (startTimeOffset < 0) return -startTimeOffset * 1000
  const lengths = renditions.map(({ durationSeconds }) => ({ segmentSeconds: durationSeconds }))
  return USUAL_TARGETS * commonTargetDuration(lengths) * 1000
}

/** PART-HOLD-BACK, and half a part. */
function meantLowAge({ video }: Rendition): Milliseconds {
  const part = partTarget(video?.fps ?? null)
  return (partHoldBack(part) + part / 2) * 1000
}

const relayedAge = (ms: Milliseconds): PictureAge | null =>
  ms < STARVING_AFTER ? null : { ms, rising: true, tooOld: true }
