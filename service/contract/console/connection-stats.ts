/** What is measured of an encoder, or of a WebRTC client whose media becomes HLS (`ConnectionStats`). */
import { z } from 'zod'
import { bitsPerSecond, bytes, count, milliseconds, moment, seconds } from './units.ts'

const arrivedTotals = z.strictObject({
  at: moment,
  videoBytes: bytes,
  audioBytes: bytes,
  videoFrames: count,
  lastPause: z.strictObject({ at: moment, ms: milliseconds }).nullable(),
  driftMs: milliseconds.nullable(),
})

export const connectionStats = z.strictObject({
  connectionId: z.string(),
  receivedBytes: bytes,
  lastMediaAt: moment,
  arrived: arrivedTotals,
  video: z
    .strictObject({
      width: z.number(),
      height: z.number(),
      frameRate: z.number(),
      nominalFrameRate: z.number().nullable(),
      bitRateBps: bitsPerSecond,
      keyFrameIntervalSeconds: seconds,
      profile: z.string(),
    })
    .nullable(),
  audio: z
    .strictObject({ sampleRate: z.number(), channels: z.number(), bitRateBps: bitsPerSecond })
    .nullable(),
  /** What viewers hear; null where it is not known, because none is sent or decoded. */
  sound: z
    .strictObject({
      /** Short-term loudness (EBU R 128), LUFS, -70 for less; null before 3 s. */
      shortTermLufs: z.number().nullable(),
      /** Since when it is digital silence, from its 2nd second on. */
      silentSince: moment.nullable(),
    })
    .nullable(),
  /** What viewers see; null where it is not known, in the same way. */
  picture: z
    .strictObject({
      blackSince: moment.nullable(),
      /** Since when nothing in it moves, from its 2nd second on. */
      frozenSince: moment.nullable(),
    })
    .nullable(),
  transcoderRestarts: count,
  passthrough: z.boolean(),
  segments: count,
  listed: z.strictObject({ until: moment, afterMs: milliseconds, growthMs: milliseconds }).nullable(),
  diskFull: z.boolean(),
  soundBehindMs: milliseconds.nullable(),
  transcodingBehindMs: milliseconds.nullable(),
})
