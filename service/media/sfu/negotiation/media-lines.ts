import type { OpusParams } from '../../../contract/signaling.ts'
import type { LocalParameters } from '../transport/parameters.ts'
import type { Downstream, Upstream } from './lines.ts'
import { offerText } from './offer-text.ts'
import type { OfferLine } from './offer-text.ts'

type Kind = OfferLine['kind']

/**
 * Of one connection. The answer to more would be longer than SDP may be, and would end the connection; a
 * browser writes about 900 bytes for each.
 */
export const MAX_LINES = 200

/**
 * The m-lines of one connection, in the order of all its offers. There are never fewer than before
 * (RFC 8829 5.2.2): an m-line whose track has gone is inactive until another track of its kind takes it.
 * Upstream m-lines come first, because browsers attach their tracks to the first m-line of a kind.
 */
export class MediaLines {
  /** The upstream m-lines; a kind that the client does not send is absent. */
  readonly mid: { readonly audio?: string; readonly video?: string }
  readonly #receives: boolean
  readonly #lines: OfferLine[]
  #offered: readonly OfferLine[] = []
  #version = 0

  /**
   * A client that sends nothing has an inactive audio m-line at first, which carries the transport until a
   * track takes it: audio, because every client knows Opus (RFC 7874), so that it refuses no first m-line.
   * @param receives false where no track is ever added
   */
  constructor(upstream: Upstream, receives: boolean) {
    this.#receives = receives
    const lines = upstreamLines(upstream)
    this.mid = Object.fromEntries(lines.map(({ kind, mid }) => [kind, mid]))
    this.#lines = lines.length > 0 ? lines : [PLACEHOLDER]
  }

  get count(): number {
    return this.#lines.length
  }

  /** What the last offer said; answers are to fit it. */
  get offered(): readonly OfferLine[] {
    return this.#offered
  }

  /** Whether there can be an m-line for one more track of the kind. */
  hasRoomFor(kind: Kind): boolean {
    return this.#lines.length < MAX_LINES || this.#freeLine(kind) >= 0
  }

  /** Gives the track an m-line, where there is room for it; returns its mid. */
  addDownstream(track: Downstream): string {
    if (!this.#receives) throw new Error('a connection that does not receive has no downstream m-lines')
    const free = this.#freeLine(track.kind)
    const index = free >= 0 ? free : this.#lines.length
    const mid = this.#lines[index]?.mid ?? this.#newMid(track.kind)
    this.#lines[index] = downstreamLine(mid, track)
    return mid
  }

  /** Frees the m-line; without effect where it is free. */
  removeDownstream(mid: string): void {
    this.#change(mid, (line) =>
      line.direction === 'sendonly' ? { ...line, direction: 'inactive', source: null } : line,
    )
  }

  /** @param kbps kbit/s from the next offer on; null for what the client likes */
  setVideoBitRate(kbps: number | null): void {
    if (this.mid.video !== undefined) this.#change(this.mid.video, (line) => ({ ...line, bitRate: kbps }))
  }

  /** The next offer. */
  offer(local: LocalParameters): string {
    this.#offered = [...this.#lines]
    return offerText(local, ++this.#version, this.#offered)
  }

  #change(mid: string, change: (line: OfferLine) => OfferLine): void {
    const index = this.#lines.findIndex((line) => line.mid === mid)
    const line = this.#lines[index]
    if (line) this.#lines[index] = change(line)
  }

  /** Index of an m-line that no track has; -1 where there is none. */
  #freeLine(kind: Kind): number {
    return this.#lines.findIndex((line) => line.direction === 'inactive' && line.kind === kind)
  }

  #newMid(kind: Kind): string {
    return midOf(kind, this.#lines.filter((line) => line.kind === kind).length)
  }
}

/** Native clients look for the kind in the mid. */
function midOf(kind: Kind, number: number): string {
  return `${kind}_${number}`
}

const PLACEHOLDER: OfferLine = {
  kind: 'audio',
  mid: midOf('audio', 0),
  direction: 'inactive',
  source: null,
  bitRate: null,
  opus: {},
}

function upstreamLines({ audio, video }: Upstream): OfferLine[] {
  const common = { direction: 'recvonly', source: null } as const
  return [
    ...(audio ? [{ kind: 'audio', mid: midOf('audio', 0), ...common, ...audio } as const] : []),
    ...(video ? [{ kind: 'video', mid: midOf('video', 0), ...common, ...video } as const] : []),
  ]
}

function downstreamLine(mid: string, track: Downstream): OfferLine {
  const { streamId, trackId, ssrc } = track
  const common = { mid, direction: 'sendonly', bitRate: null } as const
  if (track.kind === 'audio') {
    const source = { streamId, trackId, ssrc, rtxSsrc: null }
    return { ...common, kind: 'audio', source, opus: sentOpus(track.opus) }
  }
  const source = { streamId, trackId, ssrc, rtxSsrc: track.rtxSsrc }
  return { ...common, kind: 'video', source, codec: track.codec, layers: null, upright: false }
}

/** What a sender's parameters mean to a receiver; the others say what we like to receive (RFC 7587 6.1). */
function sentOpus({ stereo, sprop_stereo, minptime, ptime, useinbandfec }: OpusParams): OpusParams {
  return { minptime, ptime, useinbandfec, sprop_stereo: stereo ?? sprop_stereo }
}
