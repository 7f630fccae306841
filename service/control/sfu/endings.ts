import type { CloseReason } from '../../contract/close-reasons.ts'
import { NORMAL_CLOSE, SIGNALING_FAILURE } from '../../contract/signaling.ts'
import type { FailureReason, NormalReason, SignalingClose } from '../../contract/signaling.ts'
import type { SignalingFailure } from './signaling-admission.ts'

/** How the end of a connection is written, and what its client is told. */
export interface Ending {
  /** Of its row. */
  readonly row: CloseReason
  /** Of its events, and of the close of its signaling. */
  readonly reason: string
  /** Null where there is nobody to tell. */
  readonly close: SignalingClose | null
}

const normal = (row: CloseReason, reason: NormalReason): Ending => {
  return { row, reason, close: { code: NORMAL_CLOSE, reason } }
}
const failure = (row: CloseReason, reason: FailureReason): Ending => {
  return { row, reason, close: { code: SIGNALING_FAILURE, reason } }
}

/** Every way in which a connection ends. */
export const ENDINGS = {
  'client-left': normal('client-left', 'TYPE-DISCONNECT'),
  'client-failed': normal('client-failed', 'TYPE-DISCONNECT'),
  'signaling-lost': { row: 'signaling-lost', reason: 'SIGNALING-LOST', close: null },
  'api-disconnected': normal('api-disconnected', 'DISCONNECTED-API'),
  'channel-deleted': normal('channel-deleted', 'DISCONNECTED-API'),
  'operator-closed': normal('operator-closed', 'DISCONNECTED-API'),
  'lifetime-expired': normal('lifetime-expired', 'LIFETIME-EXPIRED'),
  'service-closed': normal('service-closed', 'SERVICE-CLOSED'),
  'answer-timeout': failure('negotiation-failed', 'ANSWER-TIMEOUT'),
  'invalid-json': failure('negotiation-failed', 'INVALID-JSON'),
  'invalid-message': failure('negotiation-failed', 'INVALID-MESSAGE'),
  'pong-timeout': failure('signaling-lost', 'PONG-TIMEOUT'),
  'negotiation-failed': failure('negotiation-failed', 'NEGOTIATION-FAILED'),
  'transport-lost': failure('transport-lost', 'TRANSPORT-FAILED'),
  'sfu-lost': failure('worker-lost', 'SFU-LOST'),
  'service-failed': failure('service-failed', 'SERVICE-UNAVAILABLE'),
  /** Found by the next run: nobody heard of it when it happened. */
  'service-lost': { row: 'service-lost', reason: 'SERVICE-LOST', close: null },
} as const satisfies Record<string, Ending>
export type EndCause = keyof typeof ENDINGS

/** @param fault what was wrong with what the client sent */
export function closeOf({ close }: Ending, fault?: string): SignalingClose | null {
  return close && fault !== undefined ? { ...close, reason: `${close.reason} ${fault}` } : close
}

/** How it ends where the signaling listener gives a client up. */
export const FAILED_SIGNALING: Readonly<Record<SignalingFailure, EndCause>> = {
  'INVALID-JSON': 'invalid-json',
  'INVALID-MESSAGE': 'invalid-message',
  'PONG-TIMEOUT': 'pong-timeout',
}
