/**
 * Why a connection ended. Every close carries one of these; the text is what an operator reads in logs
 * and in the console, and what an encoder is told where its protocol can carry a reason.
 */
export const CLOSE_REASONS = {
  'client-closed': 'The encoder ended the broadcast.',
  'client-lost': 'The connection to the encoder broke off.',
  'idle-timeout': 'The encoder sent nothing for too long.',
  'handshake-timeout': 'The encoder did not complete its handshake in time.',
  'protocol-error': 'The encoder sent bytes that are not valid RTMP.',
  'limit-exceeded': 'The encoder exceeded a limit of the service.',
  'unknown-channel': 'No channel has this publishing address.',
  denied: 'The authentication webhook refused the connection.',
  'key-missing': 'This channel takes only encoders that send its ingest key.',
  'key-wrong': 'The ingest key is not, or no longer, that of the channel.',
  'unsupported-codec': 'The encoder sends a codec that cannot be used here.',
  'client-left': 'The client said that it leaves.',
  'client-failed': 'The client gave its connection up after a fault.',
  'signaling-lost': 'The signaling connection of the client broke off.',
  'transport-lost': 'The media connection of the client broke off.',
  'negotiation-failed': 'The client did not answer an offer in time, or wrongly.',
  'lifetime-expired': 'The time that the authentication webhook gave the connection is over.',
  'api-disconnected': 'An operation of the live API ended the connection.',
  'channel-deleted': 'The channel was deleted.',
  'operator-closed': 'An operator ended the broadcast.',
  'media-failed': 'The transcoder failed too often.',
  'worker-lost': 'The media process that carried the connection ended.',
  'service-failed': 'The service could not take the connection.',
  'service-lost': 'The service ended without closing the connection.',
  'service-closed': 'The service was shut down.',
} as const satisfies Record<string, string>

export type CloseReason = keyof typeof CLOSE_REASONS

const MEANT: ReadonlySet<CloseReason> = new Set([
  'client-left',
  'lifetime-expired',
  'api-disconnected',
  'channel-deleted',
  'operator-closed',
  'service-closed',
])

/**
 * Whether somebody meant the end: nobody waits then for the publisher to come back. One that comes all the
 * same begins another broadcast.
 */
export const isMeant = (reason: CloseReason): boolean => MEANT.has(reason)
