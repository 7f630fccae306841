/** What the m-lines of a connection say, in both directions. */
import type { Rid } from '../../../contract/sfu-api.ts'
import type { OpusParams, VideoCodec } from '../../../contract/signaling.ts'

/** What a client is to send. Bit rates in kbit/s. */
export interface Upstream {
  readonly audio: { readonly bitRate: number | null; readonly opus: OpusParams } | null
  readonly video: {
    readonly codec: VideoCodec
    readonly bitRate: number | null
    /** Simulcast layers, lowest first; null without simulcast. */
    readonly layers: readonly { readonly rid: Rid; readonly active: boolean }[] | null
    /** Pictures come as they are to be seen: no packet says that one is to be turned (3GPP TS 26.114 7.4.5). */
    readonly upright: boolean
  } | null
}

/** One track of another connection that a client gets. */
export type Downstream = {
  /** Id of the sender's connection: the stream id of `a=msid`. */
  readonly streamId: string
  readonly trackId: string
  readonly ssrc: number
} & (
  | { readonly kind: 'audio'; readonly opus: OpusParams }
  | { readonly kind: 'video'; readonly codec: VideoCodec; readonly rtxSsrc: number }
)

/** One m-line of an answer. */
export interface AnsweredLine {
  readonly mid: string
  readonly kind: 'audio' | 'video'
  readonly direction: 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive'
  /** Media SSRCs that the client announces; empty with simulcast, where packets tell. */
  readonly ssrcs: readonly { readonly media: number; readonly rtx: number | null }[]
  /** Layers that it sends, paused ones too; null without simulcast. */
  readonly rids: readonly Rid[] | null
  /** Whether the client reports when each packet that it gets came (transport-wide feedback). */
  readonly reportsArrivals: boolean
}
