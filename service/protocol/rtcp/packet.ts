/** What the SFU reads of RTCP (RFC 3550 6, RFC 4585, RFC 5104, RFC 5761). */

/** packet type (PT). */
export const RTCP_TYPE = {
  senderReport: 200,
  receiverReport: 201,
  sourceDescription: 202,
  bye: 203,
  transportFeedback: 205,
  payloadFeedback: 206,
} as const

/** FMT of transport layer feedback: generic NACK (RFC 4585 6.2.1), transport-wide congestion control. */
export const TRANSPORT_FORMAT = { nack: 1, transportWide: 15 } as const

/** FMT of payload-specific feedback: PLI (RFC 4585 6.3.1), FIR (RFC 5104 4.3.1), application (REMB). */
export const PAYLOAD_FORMAT = { pli: 1, fir: 4, application: 15 } as const

/** "REMB" (draft-alvestrand-rmcat-remb-03 2.2). */
export const REMB_IDENTIFIER = 0x52454d42

/** A report of reception (RFC 3550 6.4.1). */
export interface ReportBlock {
  readonly ssrc: number
  /** Part of the packets lost since the previous report, 0 to 1, in steps of 1/256. */
  readonly fractionLost: number
  /** Since the beginning; negative where duplicates came. 24 bits, signed. */
  readonly cumulativeLost: number
  /** Extended: the upper 16 bits count the wraps. */
  readonly highestSequence: number
  /** In ticks of the stream's clock. */
  readonly jitter: number
  /** Middle 32 bits of the NTP time of the last sender report (1/65536 s); 0 where none came. */
  readonly lastSr: number
  /** Time since it came, in 1/65536 s. */
  readonly delaySinceLastSr: number
}

export interface SenderReport {
  readonly ssrc: number
  /** ms since 1900-01-01T00:00:00Z. */
  readonly ntpMs: number
  /** The RTP time of the same instant. */
  readonly rtpTimestamp: number
  readonly packets: number
  /** Payload bytes. */
  readonly octets: number
}

export interface FirEntry {
  readonly ssrc: number
  /** 8 bits; a new number is a new request. */
  readonly sequence: number
}

/** What became of one packet of a transport. */
export interface Arrival {
  /** Transport-wide sequence number, 16 bits. */
  readonly sequenceNumber: number
  /** On the receiver's own clock, in steps of 0.25 ms; null where the packet did not come. */
  readonly receivedAtMs: number | null
}

/** draft-holmer-rmcat-transport-wide-cc-extensions-01 3.1. */
export interface TransportFeedback {
  readonly baseSequence: number
  /** 8 bits, one more with each feedback. */
  readonly feedbackCount: number
  /** In the order of sequence numbers. */
  readonly arrivals: readonly Arrival[]
}

export type RtcpPacket =
  | (SenderReport & {
      readonly type: 'sender-report'
      /** Middle 32 bits of the NTP time, as the receiver's reports repeat them. */
      readonly ntpMiddle: number
      readonly blocks: readonly ReportBlock[]
    })
  | { readonly type: 'receiver-report'; readonly ssrc: number; readonly blocks: readonly ReportBlock[] }
  | { readonly type: 'nack'; readonly mediaSsrc: number; readonly sequenceNumbers: readonly number[] }
  | { readonly type: 'pli'; readonly mediaSsrc: number }
  | { readonly type: 'fir'; readonly entries: readonly FirEntry[] }
  | { readonly type: 'remb'; readonly bitRateBps: number; readonly ssrcs: readonly number[] }
  | (TransportFeedback & { readonly type: 'transport-feedback' })
  | { readonly type: 'bye'; readonly ssrcs: readonly number[] }
  | { readonly type: 'other'; readonly packetType: number }
