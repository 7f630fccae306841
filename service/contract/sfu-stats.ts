/** Groups of counters of a WebRTC connection, beside those of its RTP and RTCP. Each is a whole number that grows. */
import { z } from 'zod'

const count = z.int().nonnegative()

export const spotlightStats = z.strictObject({
  total_spotlight_focus_succeeded: count.describe(
    'Times that it came into focus, by speech or by an operation.',
  ),
  total_spotlight_focus_failed: count.describe(
    'Times that it spoke out of focus, and fell silent (for 1.5 s) without having come into it.',
  ),
  total_spotlight_unfocus_audio_no_room: count.describe(
    'Packets of its speech that the others did not get, for it was not in focus.',
  ),
  total_spotlight_unfocus_audio_out_packet: count.describe(
    'Packets of its sound that the others did not get, for it was not in focus, and that were no speech.',
  ),
  total_spotlight_unfocus_audio_publish: count.describe(
    'Times that it came into focus while it spoke, so that the others get what it says.',
  ),
  total_spotlight_audible_to_focus_delay_us: count.describe(
    'Microseconds in all of those times, from the first sound of −50 dBov or louder to the focus.',
  ),
})
export type SpotlightStats = z.output<typeof spotlightStats>

export const iceStats = z.strictObject({
  total_checking: count.describe('Times that ICE began to look for a way.'),
  total_connected: count.describe('Times that it found one.'),
  total_disconnected: count.describe('Times that it lost it.'),
  total_checking_duration_ms: count.describe('Milliseconds in all that it looked for a way.'),
  total_disconnected_duration_ms: count.describe('Milliseconds in all without the way that it had.'),
})
export type IceStats = z.output<typeof iceStats>

const noSctp = count.describe('0: no SCTP is spoken, for data channels are declined.')

export const sctpStats = z.strictObject({
  total_received_sctp: noSctp,
  total_received_sctp_byte_size: noSctp,
  total_sent_sctp: noSctp,
  total_sent_sctp_byte_size: noSctp,
})
export type SctpStats = z.output<typeof sctpStats>
