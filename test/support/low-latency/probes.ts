/** Requests for playlists that players make seldom, or by mistake; the rules say what they are answered. */
import { advancePartLimit } from './answer-rules.ts'
import type { Directives } from './answer-rules.ts'
import { lastPosition } from './playlist.ts'
import type { Playlist } from './playlist.ts'

/** Far behind what any reading of the draft allows. */
const FAR = 10

/** @returns directives as they can be sent of a playlist in this state */
export function probesOf(playlist: Playlist): readonly Directives[] {
  const last = lastPosition(playlist)
  const whole = playlist.segments.at(-1)
  if (!last || playlist.partTarget === null) return [{ part: 0 }]
  const limit = Math.ceil(advancePartLimit(playlist.partTarget))
  return [
    { part: 0 },
    { number: last.number + FAR },
    { number: last.number + FAR, part: 0 },
    ...(playlist.open ? [{ number: last.number, part: last.part + limit + FAR }] : []),
    // What is there already, what has left, and what is behind the last part of a whole segment.
    { number: playlist.mediaSequence },
    { number: 0 },
    { number: 0, part: 0 },
    ...(whole && whole.parts.length > 0 ? [{ number: whole.number, part: whole.parts.length }] : []),
    { number: playlist.mediaSequence, skip: 'v2' },
  ]
}
