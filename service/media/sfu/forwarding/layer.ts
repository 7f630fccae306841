import type { Rid } from '../../../contract/sfu-api.ts'
import type { BitsPerSecond, Bytes, Milliseconds } from '../../../contract/units.ts'
import { IncomingStream } from './incoming-stream.ts'
import type { StreamKind } from './incoming-stream.ts'

/** Without a packet for so long, a layer counts as not sent. */
const SILENCE: Milliseconds = 1500
/**
 * A key frame is asked for at most so often: it is large, and the last one may be under way. Browsers make no
 * more of them either.
 */
export const KEY_FRAME_INTERVAL: Milliseconds = 300

/** A layer as the room and bandwidth allocation see it. */
export interface LayerState {
  /** Null without simulcast. */
  readonly rid: Rid | null
  /** Over the last second. */
  readonly bitRateBps: BitsPerSecond
  readonly active: boolean
}

/** One of the alternatives in which a track is sent; its only one without simulcast. */
export class Layer implements LayerState {
  readonly rid: Rid | null
  /** Null before its first packet; another one after the sender began anew. */
  stream: IncomingStream | null = null
  bitRateBps: BitsPerSecond = 0
  active = false
  readonly #kind: StreamKind
  #lastPacketMs: Milliseconds = -Infinity
  #bytes: Bytes = 0
  #measuredMs: Milliseconds | null = null
  #keyFrameWanted = false
  #keyFrameAskedMs: Milliseconds = -Infinity

  constructor(rid: Rid | null, kind: StreamKind) {
    this.rid = rid
    this.#kind = kind
  }

  /** From now on the layer is what comes with this SSRC. */
  begin(ssrc: number): IncomingStream {
    return (this.stream = new IncomingStream(ssrc, this.rid, this.#kind))
  }

  /** @returns whether the layer was not active before */
  arrived(bytes: Bytes, nowMs: Milliseconds): boolean {
    this.#bytes += bytes
    this.#lastPacketMs = nowMs
    this.#measuredMs ??= nowMs
    if (this.active) return false
    return (this.active = true)
  }

  /** The sender says that the layer ends. */
  end(): void {
    this.#lastPacketMs = -Infinity
  }

  /** @returns whether the layer was active before and is not now */
  expire(nowMs: Milliseconds): boolean {
    if (!this.active || nowMs - this.#lastPacketMs <= SILENCE) return false
    this.active = false
    return true
  }

  /** Once a second. */
  measure(nowMs: Milliseconds): void {
    if (this.#measuredMs !== null && nowMs > this.#measuredMs) {
      this.bitRateBps = Math.round((this.#bytes * 8000) / (nowMs - this.#measuredMs))
    }
    this.#measuredMs = nowMs
    this.#bytes = 0
  }

  wantKeyFrame(): void {
    this.#keyFrameWanted = true
  }

  keyFrameCame(): void {
    this.#keyFrameWanted = false
  }

  /** SSRC to ask for a key frame now, where one is wanted and the last request is not too fresh. */
  takeKeyFrameRequest(nowMs: Milliseconds): number | null {
    if (!this.#keyFrameWanted || !this.stream || nowMs - this.#keyFrameAskedMs < KEY_FRAME_INTERVAL)
      return null
    this.#keyFrameWanted = false
    this.#keyFrameAskedMs = nowMs
    return this.stream.ssrc
  }
}
