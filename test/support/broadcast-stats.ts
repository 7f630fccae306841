import type { ConnectionId } from '../../service/contract/ids.ts'
import type { ConnectionStats } from '../../service/contract/worker-protocol.ts'

/** Measurements of a healthy 360p broadcast. */
export function broadcastStats(change: Partial<ConnectionStats> = {}): ConnectionStats {
  return {
    connectionId: 'N' as ConnectionId,
    receivedBytes: 1000,
    lastMediaAt: 0,
    arrived: { at: 0, videoBytes: 0, audioBytes: 0, videoFrames: 0, lastPause: null, driftMs: null },
    video: {
      width: 640,
      height: 360,
      frameRate: 30,
      nominalFrameRate: 30,
      bitRateBps: 800_000,
      keyFrameIntervalSeconds: 2,
      profile: 'high',
    },
    audio: { sampleRate: 48_000, channels: 2, bitRateBps: 96_000 },
    sound: null,
    picture: null,
    transcoderRestarts: 0,
    passthrough: true,
    segments: 1,
    listed: null,
    diskFull: false,
    soundBehindMs: null,
    transcodingBehindMs: null,
    ...change,
  }
}
