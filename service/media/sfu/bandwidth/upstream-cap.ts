import type { BitsPerSecond } from '../../../contract/units.ts'

/** Headers and retransmissions, as a share of video. */
const OVERHEAD = 1.05
/** Opus where nothing was configured, and the headers of its 50 packets a second. */
const AUDIO_BPS = 64_000
const AUDIO_OVERHEAD_BPS = 30_000

/** What a connection was allowed to send; null where nothing was said, or the kind is not sent. */
export interface UpstreamLimits {
  /** Video bit rate of its `connect` or of the authentication webhook. */
  readonly configuredBps: BitsPerSecond | null
  /** Set since, by ChangeUpstreamVideoBitRate: takes the place of what was configured. */
  readonly changedBps: BitsPerSecond | null
  readonly audioBps: BitsPerSecond | null
}

/**
 * REMB for a sender, whose estimate covers audio too: so much that its video just gets its limit. Null where
 * there is none, and no REMB is to be sent.
 */
export function upstreamCapBps(limits: UpstreamLimits): BitsPerSecond | null {
  const videoBps = limits.changedBps ?? limits.configuredBps
  if (videoBps === null) return null
  return Math.round(videoBps * OVERHEAD + (limits.audioBps ?? AUDIO_BPS) + AUDIO_OVERHEAD_BPS)
}
