/** Message types (RTMP specification 5.4, 6.2 and 7.1). */
export const MESSAGE_TYPE = {
  setChunkSize: 1,
  abort: 2,
  acknowledgement: 3,
  userControl: 4,
  windowAcknowledgementSize: 5,
  setPeerBandwidth: 6,
  audio: 8,
  video: 9,
  amf3Data: 15,
  amf3Command: 17,
  data: 18,
  command: 20,
  aggregate: 22,
} as const

/** User control events (RTMP specification 7.1.7). */
export const USER_CONTROL = { streamBegin: 0, pingRequest: 6, pingResponse: 7 } as const

/** Chunk streams that messages of this side go out on (2 is fixed by the specification, 5.4). */
export const CHUNK_STREAM = { control: 2, command: 3, audio: 4, status: 5, video: 6 } as const

/** One RTMP message. */
export interface RtmpMessage {
  readonly type: number
  /** 0 for the connection itself, else what createStream gave. */
  readonly streamId: number
  /** Unsigned 32 bits, milliseconds; wraps after 49.7 days. */
  readonly timestampMs: number
  readonly payload: Uint8Array
}

/** Chunk size of both directions until SetChunkSize (RTMP specification 5.4.1). */
export const DEFAULT_CHUNK_SIZE = 128

/** No message is longer, so no chunk needs to be (RTMP specification 5.4.1). */
export const MAX_CHUNK_SIZE = 0xffffff

/** Timestamps from here on are written in the extended field (RTMP specification 5.3.1.3). */
export const EXTENDED_TIMESTAMP = 0xffffff
