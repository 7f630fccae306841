/** What the two ends of a transport tell each other in SDP. */

/** Ours, for every m-line of our offers. */
export interface LocalParameters {
  readonly iceUfrag: string
  readonly icePwd: string
  /** `sha-256 AB:CD:…` (RFC 8122). */
  readonly fingerprint: string
  /** Values of `a=candidate` lines, with the leading `candidate:`. */
  readonly candidates: readonly string[]
}

/** The client's, from its first answer. */
export interface RemoteParameters {
  readonly iceUfrag: string
  readonly icePwd: string
  readonly fingerprint: string
  readonly setup: 'active' | 'passive'
  /** May be empty: the client is then learnt from its checks. */
  readonly candidates: readonly string[]
}
