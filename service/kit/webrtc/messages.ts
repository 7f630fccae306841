/** What a test and the process with its synthetic clients tell each other. */
import type { ServerMessage } from '../../contract/signaling.ts'

/** Members of the signaling message `connect`, but for the channel and what the client itself decides. */
export interface ConnectMembers {
  readonly role?: 'sendrecv' | 'sendonly' | 'recvonly'
  readonly client_id?: string
  readonly bundle_id?: string
  /** For the authentication webhook; the channel's ingest key in `access_token`. */
  readonly metadata?: unknown
  readonly signaling_notify_metadata?: unknown
  readonly audio?: boolean
  readonly video?: boolean
  readonly spotlight?: boolean
  readonly spotlight_number?: number
}

export interface OpenOrder {
  readonly kind: 'open'
  readonly client: number
  /** Where signaling is. */
  readonly url: string
  readonly caCertFile: string
  readonly channelId: string
  readonly connect: ConnectMembers
  /** WebM file that it sends. */
  readonly file: string
}

export type Order =
  | OpenOrder
  | { readonly kind: 'stop' | 'kill'; readonly client: number }
  | { readonly kind: 'count'; readonly client: number; readonly question: number }

/** What a client sent and got so far. */
export interface ClientCounts {
  /** RTP packets. */
  readonly sentPackets: number
  readonly keyFrameRequests: number
  readonly receivedPackets: number
  /** Bytes of them. */
  readonly receivedBytes: number
  readonly lostPackets: number
  /** Tracks that media came of. */
  readonly receivedStreams: number
}

/** A message of the service: notify, push, or the offer. */
export type ClientMessage = ServerMessage

export type Report =
  /** Media flows. */
  | { readonly kind: 'opened'; readonly client: number; readonly connectionId: string }
  | { readonly kind: 'message'; readonly client: number; readonly message: ClientMessage }
  | {
      readonly kind: 'counts'
      readonly client: number
      readonly question: number
      readonly counts: ClientCounts
    }
  /** The last of a client. `code` is that of the WebSocket. */
  | { readonly kind: 'closed'; readonly client: number; readonly code: number; readonly reason: string }
