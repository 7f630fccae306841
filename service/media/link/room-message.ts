import type { ConnectionId } from '../../contract/ids.ts'
import type { Rid } from '../../contract/sfu-api.ts'
import type { VideoCodec } from '../../contract/signaling.ts'
import type { Milliseconds } from '../../contract/units.ts'

/** A track that a connection of the one process sends, as the other one is told of it. */
export interface SharedTrack {
  /** By which packets name it on this link, 32 bits. */
  readonly number: number
  /** Track id, the same in all processes. */
  readonly id: string
  readonly codec: VideoCodec | 'OPUS'
  /** Simulcast layers, lowest first; null without simulcast. */
  readonly rids: readonly Rid[] | null
}

/** Who came into focus or left it. */
export interface FocusChange {
  readonly id: ConnectionId
  readonly focused: boolean
}

/** What two SFU processes that share a channel tell each other, besides packets. */
export type RoomMessage =
  /** Media of a connection is up; whoever is to get it can. */
  | {
      readonly what: 'sender'
      readonly connectionId: ConnectionId
      readonly clientId: string
      readonly bundleId: string
      readonly tracks: readonly SharedTrack[]
    }
  | { readonly what: 'sender-gone'; readonly connectionId: ConnectionId }
  /** Whether packets of the other side's track are to come. */
  | { readonly what: 'wanted'; readonly track: number; readonly wanted: boolean }
  /** A key frame of a layer of the other side's track. */
  | { readonly what: 'key-wanted'; readonly track: number; readonly layer: number }
  /** The sender's report of a layer, so that its tracks are played in time with each other. */
  | {
      readonly what: 'report'
      readonly track: number
      readonly layer: number
      /** NTP time in ms since 1900, on the sender's own clock. */
      readonly ntpMs: Milliseconds
      readonly rtpTimestamp: number
      /** Since it came. */
      readonly ageMs: Milliseconds
    }
  /** To the process that decides who is in focus: one of the connections here speaks. */
  | { readonly what: 'speaks'; readonly connectionId: ConnectionId }
  /** From that process. */
  | { readonly what: 'focus'; readonly changes: readonly FocusChange[] }
  /** Asks for `marked`, which tells that all before the mark was heard. */
  | { readonly what: 'mark'; readonly number: number }
  | { readonly what: 'marked'; readonly number: number }
