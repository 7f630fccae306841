/** The wire formats that refuse bytes by {@link ProtocolError}. */
export type WireFormat = 'rtmp' | 'amf0' | 'flv' | 'isobmff' | 'h264' | 'aac' | 'vp8' | 'vp9' | 'av1'

/**
 * Bytes that break the rules of a wire format, or that a reader has no means to follow. The message names
 * the format, the member and the rule, and never repeats more of the input than a number or a short name.
 */
export class ProtocolError extends Error {
  override readonly name: string = 'ProtocolError'
  readonly format: WireFormat

  constructor(format: WireFormat, rule: string) {
    super(`${format}: ${rule}`)
    this.format = format
  }
}

/** Well-formed bytes that ask for more than a reader's limits give. */
export class LimitError extends ProtocolError {
  override readonly name: string = 'LimitError'
}
