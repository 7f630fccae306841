/** One frame of video as decoders take it. */
export interface DepacketizedFrame {
  /**
   * VP8, VP9: the raw frame. H.264: NAL units, each behind its length in 4 bytes. AV1: a temporal unit in
   * the low-overhead format.
   */
  readonly data: Uint8Array
  /** True where decoding can start. */
  readonly key: boolean
  /** Pixels; null where the frame does not tell. */
  readonly width: number | null
  readonly height: number | null
  /** AVCDecoderConfigurationRecord where this is H.264 with its parameter sets; else null. */
  readonly decoderConfig: Uint8Array | null
}

export interface VideoDepacketizer {
  /**
   * @param payloads of all packets of one frame, in order
   * @throws ProtocolError where they are no whole frame
   */
  frame(payloads: readonly Uint8Array[]): DepacketizedFrame
}
