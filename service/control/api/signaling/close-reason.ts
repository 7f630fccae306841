import { SIGNALING_FAILURE } from '../../../contract/signaling.ts'
import type { FailureReason, SignalingClose } from '../../../contract/signaling.ts'

/** Most of a close frame's reason (RFC 6455 5.5: 125 bytes with the code), bytes of UTF-8. */
const MAX_REASON_BYTES = 123

/** @param detail follows the reason after a blank, as far as the frame has room for it */
export function failure(reason: FailureReason, detail = ''): SignalingClose {
  return { code: SIGNALING_FAILURE, reason: cutReason(detail === '' ? reason : `${reason} ${detail}`) }
}

/** The longest beginning that fits in a close frame and ends with a whole character. */
export function cutReason(reason: string): string {
  const bytes = new Uint8Array(MAX_REASON_BYTES)
  const { written } = new TextEncoder().encodeInto(reason, bytes)
  return new TextDecoder().decode(bytes.subarray(0, written))
}
