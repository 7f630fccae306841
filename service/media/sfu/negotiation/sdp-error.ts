/** SDP of a client that is none, or that cannot be worked with. The message never repeats what it said. */
export class SdpError extends Error {
  override readonly name = 'SdpError'
}
