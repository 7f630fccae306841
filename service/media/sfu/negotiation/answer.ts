/** Reads answers of clients, and checks that they answer our offers. */
import type { RemoteParameters } from '../transport/parameters.ts'
import { readLine } from './answered-line.ts'
import type { AnsweredLine } from './lines.ts'
import type { MediaLines } from './media-lines.ts'
import type { OfferLine } from './offer-text.ts'
import { readRemote } from './remote.ts'
import { SdpError } from './sdp-error.ts'
import { readSession } from './session.ts'

export interface Answer {
  readonly remote: RemoteParameters
  readonly lines: readonly AnsweredLine[]
}

/**
 * What a client answered; safe to hand to a native library.
 * @throws SdpError where it is no answer, or says something that a transport cannot work with
 */
export function parseAnswer(sdp: string): Answer {
  const session = readSession(sdp)
  const lines = session.media.map(readLine)
  if (new Set(lines.map((line) => line.mid)).size < lines.length) throw new SdpError('a=mid must be unique')
  return { remote: readRemote(session), lines }
}

/** Directions that answer an offered one (RFC 3264 6.1). */
const ANSWERS: Readonly<Record<OfferLine['direction'], readonly AnsweredLine['direction'][]>> = {
  recvonly: ['sendonly', 'inactive'],
  sendonly: ['recvonly', 'inactive'],
  inactive: ['inactive'],
}

/**
 * Checks that the m-lines of an answer fit those of the last offer.
 * @throws SdpError where they do not
 */
export function checkAnswer(lines: readonly AnsweredLine[], { offered }: MediaLines): void {
  if (lines.length !== offered.length) throw new SdpError('the answer must have the m-lines of the offer')
  lines.forEach((line, index) => checkLine(line, offered[index]))
}

function checkLine(line: AnsweredLine, offer: OfferLine | undefined): void {
  if (line.mid !== offer?.mid || line.kind !== offer.kind) {
    throw new SdpError('the m-lines of the answer must be those of the offer, in its order')
  }
  if (!ANSWERS[offer.direction].includes(line.direction)) {
    throw new SdpError(`an m-line offered as ${offer.direction} must not be answered ${line.direction}`)
  }
  const layers = offer.kind === 'video' ? (offer.layers ?? []) : []
  if (line.rids?.some((rid) => !layers.some((layer) => layer.rid === rid))) {
    throw new SdpError('the layers of the answer must be among those of the offer')
  }
}

/**
 * Checks that a later answer leaves the transport as it is: offers never ask for another (RFC 8839 4.4.1.1).
 * @param first what the first answer said of it
 * @throws SdpError where ICE credentials, fingerprint or DTLS role have changed
 */
export function checkSameTransport(later: RemoteParameters, first: RemoteParameters): void {
  const members = ['iceUfrag', 'icePwd', 'fingerprint', 'setup'] as const
  if (members.some((member) => later[member] !== first[member])) {
    throw new SdpError('a later answer must keep ICE credentials, fingerprint and DTLS role')
  }
}
