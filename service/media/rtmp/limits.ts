import type { ChunkLimits } from '../../protocol/rtmp/chunk-reader.ts'
import type { Bytes, Milliseconds } from '../../contract/units.ts'

/** What an encoder, or whoever connects, may ask of the listener. */
export interface RtmpLimits {
  /** From the connection's opening to its `publish` command. */
  readonly publishDeadlineMs: Milliseconds
  /** How long `authorize` may take; a publish is refused after it. */
  readonly authorizeDeadlineMs: Milliseconds
  /** Silence after which a publisher is given up; noticed up to one second late. */
  readonly idleMs: Milliseconds
  /** How long a connection may take to close that this side ended, or whose encoder ended its stream. */
  readonly lingerMs: Milliseconds
  /** Open connections of the listener; who publishes stays, others give way to newcomers. */
  readonly connections: number
  /** Longest message before `publish`, and longest command at any time. */
  readonly commandBytes: Bytes
  /** Longest audio, video or data message of a publisher. */
  readonly messageBytes: Bytes
  /** Unfinished messages of one connection before `publish`. */
  readonly bufferedBytesBeforePublish: Bytes
  /** Unfinished messages of one publisher. */
  readonly bufferedBytes: Bytes
  /** What may come while `authorize` decides before reading stops. */
  readonly heldBytes: Bytes
  /** Answers that the other side does not take. */
  readonly unsentBytes: Bytes
  /** Chunk streams of one connection. */
  readonly chunkStreams: number
  /** Streams that one connection may create. */
  readonly streams: number
}

export const DEFAULT_RTMP_LIMITS: RtmpLimits = {
  publishDeadlineMs: 5_000,
  authorizeDeadlineMs: 10_000,
  idleMs: 15_000,
  lingerMs: 2_000,
  connections: 512,
  commandBytes: 64 * 1024,
  messageBytes: 8 * 1024 * 1024,
  bufferedBytesBeforePublish: 128 * 1024,
  bufferedBytes: 16 * 1024 * 1024,
  heldBytes: 64 * 1024,
  unsentBytes: 256 * 1024,
  chunkStreams: 64,
  streams: 8,
}

/** The chunk reader's limits before and after a publish was accepted. */
export function chunkLimits(limits: RtmpLimits, publishing: boolean): ChunkLimits {
  return {
    chunkStreams: limits.chunkStreams,
    commandBytes: limits.commandBytes,
    messageBytes: publishing ? limits.messageBytes : limits.commandBytes,
    bufferedBytes: publishing ? limits.bufferedBytes : limits.bufferedBytesBeforePublish,
  }
}
