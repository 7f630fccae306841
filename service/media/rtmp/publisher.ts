import type { CloseReason } from '../../contract/close-reasons.ts'
import type { Milliseconds } from '../../contract/units.ts'

/** What is known of an encoder when it asks to publish. */
export interface PublishRequest {
  /** First path segment of the publishing address, as sent; never empty. */
  channelId: string
  /** Query of the publishing address without its question mark; '' where there is none. May hold secrets. */
  query: string
  /** IPv4 or IPv6 address. */
  remoteAddress: string
  /** What the encoder calls itself (`flashVer` in connect); '' where it does not say. */
  encoder: string
}

/** Where a publisher's messages go. Errors thrown here end the publisher's connection, nothing else. */
export interface PublisherSink {
  /** How much later than it came a message may be handed over; left out, or 0: at once. It may change. */
  readonly mayWait?: Milliseconds
  /**
   * One message: 8 audio, 9 video, 18 data.
   * @param timestampMs unsigned 32 bits as sent, so it wraps after 49.7 days and may jump
   * @param payload FLV tag body; may be empty. It belongs to the sink and may be kept: nobody else
   *   writes to it
   */
  message(type: 8 | 9 | 18, timestampMs: number, payload: Buffer): void
  /**
   * Called exactly once, after the last message; also where the publisher was closed by this side.
   * @param receivedBytes all bytes of the connection, handshake included
   */
  closed(reason: CloseReason, receivedBytes: number): void
}

/** The answer to a request. */
export type PublishDecision =
  | {
      allow: true
      /**
       * Called just before the encoder is told that it may send; never called where it has left or the
       * deadline has passed by then, so nothing may be acquired before it.
       */
      attach(publisher: RtmpPublisher): PublisherSink
    }
  | {
      allow: false
      /** Sent to the encoder; ffmpeg prints it. Null: it is cut off without a word. */
      reason: string | null
      closeReason: CloseReason
    }

/** An encoder whose publish was accepted. */
export interface RtmpPublisher {
  /** All bytes of the connection so far, handshake included. */
  receivedBytes(): number
  /**
   * Tells the encoder why (onStatus, level error), then ends the connection. The sink's `closed` is called
   * before this returns. Later calls do nothing.
   * @param text what the encoder is told; the reason's own text by default
   */
  close(reason: CloseReason, text?: string): void
  /** Ends it without a word, as when the network went: `client-lost`. The sink's `closed` is called as by `close`. */
  cut(): void
}
