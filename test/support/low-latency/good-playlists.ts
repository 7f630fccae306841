/** Playlists that break no rule, for tests that break one at a time. */

export interface GoodOptions {
  /** Media Sequence Number of the first segment. */
  readonly from: number
  /** Whole segments; 20 where it is left out. */
  readonly count?: number
  /** Parts of the segment that is being made; 2 where it is left out. */
  readonly open?: number
  /** Segments that a delta update leaves out. */
  readonly skipped?: number
  readonly isEnded?: boolean
  /** Segments in front of which the encoder came anew. */
  readonly discontinuities?: readonly number[]
  /** Number of this rendition, of two. */
  readonly rendition?: number
}

/** Seconds. */
export const SEGMENT = 2
export const PART = 0.5
const PARTS = SEGMENT / PART
/** Whole segments that have their parts: those that begin within three target durations of the end. */
const EDGE = 3
const BEGIN = Date.parse('2026-03-01T12:00:00Z')

export const partUri = (rendition: number, number: number, part: number): string =>
  `r${rendition}/${number}.${part}.m4s`
const segmentUri = (rendition: number, number: number): string => `r${rendition}/${number}.m4s`

/** Live, with parts of 0.5 s in segments of 2 s, encrypted, of a presentation of two renditions. */
export function goodPlaylist(options: GoodOptions): string {
  const { from, count = 20, open = 2, skipped = 0, isEnded = false, rendition = 0 } = options
  const discontinuities = options.discontinuities ?? []
  const next = from + count
  const other = 1 - rendition
  const lines = [
    ...['#EXTM3U', '#EXT-X-VERSION:9', `#EXT-X-TARGETDURATION:${SEGMENT}`],
    `#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=${6 * SEGMENT},PART-HOLD-BACK=${3 * PART}`,
    `#EXT-X-PART-INF:PART-TARGET=${PART}`,
    `#EXT-X-MEDIA-SEQUENCE:${from}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${discontinuities.filter((number) => number < from).length}`,
    ...(skipped > 0 ? [`#EXT-X-SKIP:SKIPPED-SEGMENTS=${skipped}`] : []),
  ]
  for (let number = from + skipped; number < next; number++) {
    const hasParts = !isEnded && number >= next - EDGE + (open > 0 ? 1 : 0)
    lines.push(...headOf(number, number === from, discontinuities))
    if (hasParts) lines.push(...partsOf(rendition, number, PARTS))
    lines.push(`#EXTINF:${SEGMENT.toFixed(5)},`, segmentUri(rendition, number))
  }
  if (isEnded) return [...lines, '#EXT-X-ENDLIST', ''].join('\n')
  if (open > 0) lines.push(...headOf(next, count === 0, discontinuities), ...partsOf(rendition, next, open))
  const hinted = open === PARTS ? partUri(rendition, next + 1, 0) : partUri(rendition, next, open)
  lines.push(`#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${hinted}"`)
  const last =
    open > 0 ? `LAST-MSN=${next},LAST-PART=${open - 1}` : `LAST-MSN=${next - 1},LAST-PART=${PARTS - 1}`
  if (count + open > 0) lines.push(`#EXT-X-RENDITION-REPORT:URI="r${other}.m3u8",${last}`)
  return [...lines, ''].join('\n')
}

function headOf(number: number, isFirst: boolean, discontinuities: readonly number[]): readonly string[] {
  const isNew = discontinuities.includes(number)
  const map = Math.max(0, ...discontinuities.filter((one) => one <= number))
  return [
    ...(isNew ? ['#EXT-X-DISCONTINUITY'] : []),
    ...(isFirst || isNew ? ['#EXT-X-KEY:METHOD=NONE', `#EXT-X-MAP:URI="init-${map}.mp4"`] : []),
    `#EXT-X-KEY:METHOD=AES-128,URI="https://keys.example/1",IV=0x${number.toString(16).padStart(32, '0')}`,
    `#EXT-X-PROGRAM-DATE-TIME:${new Date(BEGIN + number * SEGMENT * 1000).toISOString()}`,
  ]
}

function partsOf(rendition: number, number: number, count: number): readonly string[] {
  return Array.from(
    { length: count },
    (_, part) =>
      `#EXT-X-PART:DURATION=${PART.toFixed(5)},URI="${partUri(rendition, number, part)}"${part === 0 ? ',INDEPENDENT=YES' : ''}`,
  )
}
