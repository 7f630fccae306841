import type Hls from 'hls.js'
import type { LevelDetails } from 'hls.js'
import type { Sample } from './types.ts'

/** What can be read of hls.js. */
export type Measured = Pick<Hls, 'latency' | 'targetLatency' | 'playingDate' | 'bandwidthEstimate'> & {
  readonly latestLevelDetails: Pick<LevelDetails, 'age' | 'edge'> | null
}

/**
 * How the player does at this moment. What it shows is dated by its playlist, with when it came in: so it is
 * known how long ago that was, whatever held it up on its way here.
 * @param now of the engine's clock, which dated it; milliseconds since 1970
 * @param reloadWait how long the last blocking reload waited, seconds; NaN where none did
 */
export function measure(
  hls: Measured,
  video: HTMLVideoElement,
  now: number,
  reloadWait = Number.NaN,
): Sample {
  const started = video.readyState >= video.HAVE_CURRENT_DATA
  const quality = video.getVideoPlaybackQuality()
  const details = hls.latestLevelDetails
  const date = started ? hls.playingDate : null
  const latency = date === null ? Number.NaN : (now - date.getTime()) / 1000
  return {
    at: Date.now(),
    latency,
    // The library knows how far it means to be behind the newest segment, which is late itself.
    targetLatency: (hls.targetLatency ?? Number.NaN) + latency - hls.latency,
    buffer: started ? bufferAhead(video) : Number.NaN,
    bandwidthBps: hls.bandwidthEstimate,
    droppedFrames: quality.droppedVideoFrames,
    totalFrames: quality.totalVideoFrames,
    playlistAge: details?.age ?? Number.NaN,
    newestAge: details ? latency - (details.edge - video.currentTime) : Number.NaN,
    reloadWait,
  }
}

/** Seconds of media that can be played from here without loading. */
function bufferAhead({ buffered, currentTime }: HTMLVideoElement): number {
  for (let i = 0; i < buffered.length; i++) {
    if (buffered.start(i) - 0.1 <= currentTime && currentTime <= buffered.end(i)) {
      return buffered.end(i) - currentTime
    }
  }
  return 0
}
