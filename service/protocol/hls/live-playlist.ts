/** A media playlist of low latency as it is served, and what a reload of it may ask for. */
import type { Seconds } from '../../contract/units.ts'

export interface LivePlaylist {
  readonly text: string
  /** The same without the segments that a player may leave out; null where it may leave out none. */
  readonly delta: string | null
  /** Media sequence number of the segment that is being made, or comes next. */
  readonly openMsn: number
  /** Parts that are listed of it. */
  readonly openParts: number
  /** Parts that the last whole segment was listed in. */
  readonly lastParts: number
  /** Path of the part that comes next, below the root of the origin; null where none does. */
  readonly hint: string | null
  /** Seconds, an integer. */
  readonly targetDuration: number
  readonly partTarget: Seconds
  readonly ended: boolean
}

/** Delivery directives of a request (draft-pantos-hls-rfc8216bis 6.2.5). */
export interface Directives {
  /** Null where the request asks for no update in particular. */
  readonly update: { readonly msn: number; readonly part: number | null } | null
  readonly skip: boolean
}

const NUMBER = /^(?:0|[1-9]\d{0,14})$/

/**
 * @param query of an address, without its question mark
 * @returns null where a directive is none
 */
export function readDirectives(query: string): Directives | null {
  const given = new URLSearchParams(query)
  const msn = given.get('_HLS_msn')
  const part = given.get('_HLS_part')
  const skip = given.get('_HLS_skip')
  if (skip !== null && skip !== 'YES' && skip !== 'v2') return null
  if ([msn, part].some((value) => value !== null && !NUMBER.test(value))) return null
  // A part of no segment in particular (6.2.5.2).
  if (msn === null) return part === null ? { update: null, skip: skip !== null } : null
  return { update: { msn: Number(msn), part: part === null ? null : Number(part) }, skip: skip !== null }
}

/** What a request for an update is met with (6.2.5.2): what there is, the update when it comes, or a refusal. */
export function judgeReload(
  playlist: Pick<LivePlaylist, 'openMsn' | 'openParts' | 'lastParts' | 'partTarget' | 'ended'>,
  update: Directives['update'],
): 'now' | 'wait' | 'too-far' {
  const { openMsn, openParts, lastParts, ended } = playlist
  if (update === null || ended) return 'now'
  const { msn, part } = update
  if (msn > openMsn + 1) return 'too-far'
  if (part === null) return msn < openMsn ? 'now' : 'wait'
  const beyond = part - (msn === openMsn ? openParts : msn === openMsn - 1 ? lastParts : 0) + 1
  if (msn >= openMsn - 1 && beyond > advancePartLimit(playlist.partTarget)) return 'too-far'
  // A part behind a segment's last is the first of the segment after it.
  if (msn === openMsn - 1 && part >= lastParts) return openParts > 0 ? 'now' : 'wait'
  if (msn === openMsn) return part < openParts ? 'now' : 'wait'
  return msn < openMsn ? 'now' : 'wait'
}

function advancePartLimit(partTarget: Seconds): number {
  return partTarget < 1 ? Math.ceil(3 / partTarget) : 3
}
