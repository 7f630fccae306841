/** Between the signaling listener, which has the WebSockets, and the domain, which decides. */
import type { JsonObject } from '../../contract/sfu-api.ts'
import type {
  ConnectMessage,
  FailureReason,
  LaterAnswer,
  ServerMessage,
  SignalingClose,
} from '../../contract/signaling.ts'
import type { Milliseconds } from '../../contract/units.ts'

/** The client's end, as the domain sees it. */
export interface SignalingPeer {
  readonly remoteAddress: string
  /** `key` of the address that it signals at; null where there is none. May be secret. */
  readonly key: string | null
  send(message: ServerMessage): void
  /** Closes the WebSocket; later calls do nothing. */
  close(close: SignalingClose): void
}

/** Why a client that was taken is given up by the listener. */
export type SignalingFailure = Extract<FailureReason, 'INVALID-JSON' | 'INVALID-MESSAGE' | 'PONG-TIMEOUT'>

/** A client that was taken. Calls come in the order of its messages; none comes after `left` or `failed`. */
export interface SignalingClient {
  answered(sdp: string): void
  /** @param type as the client called it */
  reAnswered(sdp: string, type: LaterAnswer): void
  candidate(candidate: string): void
  /** From a ping to its pong. */
  roundTrip(ms: Milliseconds): void
  /** Statistics of the browser, with a pong that was asked for them. */
  stats(entries: readonly JsonObject[]): void
  /** It said that it leaves (its reason), or its WebSocket is gone (null). */
  left(reason: string | null): void
  /** Its WebSocket is closed with this reason. */
  failed(reason: SignalingFailure): void
}

export interface SignalingAdmission {
  /** Takes or refuses a client: throws SignalingRefusal. */
  connect(message: ConnectMessage, peer: SignalingPeer): Promise<SignalingClient>
}

/** The client is not taken; its WebSocket is closed as said. */
export class SignalingRefusal extends Error {
  override readonly name = 'SignalingRefusal'
  readonly close: SignalingClose

  constructor(close: SignalingClose) {
    super(`The client is refused: ${close.code} ${close.reason}`)
    this.close = close
  }
}
