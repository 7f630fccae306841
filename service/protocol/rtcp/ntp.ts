import type { ReportBlock } from './packet.ts'

/** From 1900-01-01, where NTP begins, to 1970-01-01 (RFC 5905 6). */
const EPOCH_OFFSET_MS = 2_208_988_800_000

/** ms since 1900 of ms since 1970. */
export function ntpFromEpoch(epochMs: number): number {
  return epochMs + EPOCH_OFFSET_MS
}

/** Seconds, modulo 2^32. */
export function ntpSeconds(ntpMs: number): number {
  return Math.floor(ntpMs / 1000) >>> 0
}

/** The rest in 1/2^32 s. */
export function ntpFraction(ntpMs: number): number {
  const rest = ntpMs - Math.floor(ntpMs / 1000) * 1000
  return Math.min(0xffffffff, Math.round(rest * 4_294_967.296))
}

/** The middle 32 bits, in 1/65536 s, by which reports name a time (RFC 3550 6.4.1). */
export function ntpMiddle(ntpMs: number): number {
  return ((ntpSeconds(ntpMs) << 16) | (ntpFraction(ntpMs) >>> 16)) >>> 0
}

/**
 * Round trip time in ms (RFC 3550 6.4.1); null where the block names no sender report of ours or the time
 * is impossible.
 * @param nowNtpMs when the block came, on the clock that the sender reports tell
 */
export function roundTripMs(block: ReportBlock, nowNtpMs: number): number | null {
  if (block.lastSr === 0) return null
  const ticks = (ntpMiddle(nowNtpMs) - block.lastSr - block.delaySinceLastSr) | 0
  // Clocks step; a hair below zero is rounding of a round trip on this machine.
  if (ticks < -65) return null
  return Math.max(0, ticks) / 65.536
}
