import type { Milliseconds } from '../../../contract/units.ts'

/** What a sender report says, and when it came. */
export interface SenderReport {
  /** Since 1900, on the sender's own clock. */
  readonly ntpMs: Milliseconds
  /** Middle 32 bits of its NTP time. */
  readonly ntpMiddle: number
  readonly rtpTimestamp: number
  /** Monotonic. */
  readonly arrivedMs: Milliseconds
}

/** NTP time on the sender's clock of an RTP timestamp of the report's stream (RFC 3550 6.4.1). */
export function ntpOf(report: SenderReport, timestamp: number, clockRate: number): Milliseconds {
  return report.ntpMs + ((timestamp - report.rtpTimestamp) | 0) / (clockRate / 1000)
}
