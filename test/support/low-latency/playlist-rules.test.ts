import { describe, expect, it } from 'vitest'
import { PLAYLIST_RULES } from './checker.ts'
import { goodPlaylist, PART, partUri, SEGMENT } from './good-playlists.ts'
import { readPlaylist } from './playlist.ts'
import { findingsOf } from './rule.ts'

const broken = (text: string) => [
  ...new Set(findingsOf(PLAYLIST_RULES, readPlaylist(text), 'r0.m3u8').map(({ rule }) => rule)),
]

const GOOD = {
  live: goodPlaylist({ from: 100 }),
  'before its first part': goodPlaylist({ from: 0, count: 0, open: 0 }),
  'at its first part': goodPlaylist({ from: 0, count: 0, open: 1 }),
  'between two segments': goodPlaylist({ from: 100, open: 0 }),
  'with a discontinuity': goodPlaylist({ from: 100, discontinuities: [98, 110, 119] }),
  'with a discontinuity in front of what is made': goodPlaylist({ from: 100, discontinuities: [120] }),
  'of which segments are skipped': goodPlaylist({ from: 100, skipped: 13 }),
  ended: goodPlaylist({ from: 100, isEnded: true }),
}

describe('a good playlist', () => {
  it.each(Object.entries(GOOD))('breaks no rule: %s', (_, text) => {
    expect(broken(text)).toEqual([])
  })
})

/** Puts something else in the place of what is there; what is not there would make a test that can not fail. */
const put = (what: string | RegExp, instead: string, text = GOOD.live): string => {
  const changed = text.replace(what, instead)
  if (changed === text) throw new Error(`${what} is not in the playlist`)
  return changed
}
const after = (what: string, line: string, text = GOOD.live) => put(what, `${what}\n${line}`, text)
const extinf = `#EXTINF:${SEGMENT.toFixed(5)},`
const lastPart = /#EXT-X-PART:DURATION=0.50000,URI="r0\/120\.1\.m4s"/
const dates = /#EXT-X-PROGRAM-DATE-TIME:.*\n/g

/** By the rule that it breaks, and no other. */
const BAD: Readonly<Record<string, string | readonly string[]>> = {
  'clean-text': [
    `\ufeff${GOOD.live}`.replace('\ufeff#EXTM3U', '#EXTM3U\n#\ufeff'),
    put(extinf, `${extinf}a\u0007b`),
  ],
  'attribute-lists': [
    put('CAN-BLOCK-RELOAD=YES,', 'CAN-BLOCK-RELOAD=YES, '),
    put('TYPE=PART,', 'TYPE=PART,TYPE=PART,'),
    put(',INDEPENDENT=YES', ',INDEPENDENT=YES,'),
  ],
  'extm3u-first': put('#EXTM3U\n', ''),
  once: [after('#EXT-X-VERSION:9', '#EXT-X-VERSION:9'), after('#EXTM3U', '#EXT-X-TARGETDURATION:2')],
  'no-multivariant-tags': after('#EXTM3U', '#EXT-X-STREAM-INF:BANDWIDTH=1'),
  'target-duration': GOOD['between two segments']
    .replace('#EXT-X-TARGETDURATION:2\n', '')
    .replace('CAN-SKIP-UNTIL=12,', '')
    .replace('#EXT-X-VERSION:9', '#EXT-X-VERSION:6'),
  'media-sequence-place': put(/(#EXT-X-MEDIA-SEQUENCE:0\n)([^]*)$/, '$2$1', goodPlaylist({ from: 0 })),
  'discontinuity-sequence-place': put(/(#EXT-X-DISCONTINUITY-SEQUENCE:0\n)([^]*)$/, '$2$1'),
  'skip-boundary': put('CAN-SKIP-UNTIL=12', 'CAN-SKIP-UNTIL=11.9'),
  'skip-dateranges': put('CAN-SKIP-UNTIL=12', 'CAN-SKIP-DATERANGES=YES').replace('VERSION:9', 'VERSION:6'),
  'hold-back': put('PART-HOLD-BACK', 'HOLD-BACK=5.9,PART-HOLD-BACK'),
  'start-place': after('#EXTM3U', '#EXT-X-START:TIME-OFFSET=-5.9'),
  'live-type': after('#EXTM3U', '#EXT-X-PLAYLIST-TYPE:EVENT'),
  'version-enough': [
    put('VERSION:9', 'VERSION:5'),
    put('VERSION:9', 'VERSION:8', GOOD['of which segments are skipped']),
  ],
  'version-no-more': [put('VERSION:9', 'VERSION:10'), put('CAN-SKIP-UNTIL=12,', '')],
  blocking: put('CAN-BLOCK-RELOAD=YES,', ''),
  'skip-count': put('SKIPPED-SEGMENTS=13', 'SKIPPED-SEGMENTS=0', GOOD['of which segments are skipped']),
  'no-hint-at-the-end': after(
    '#EXT-X-ENDLIST',
    '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="r0/120.0.m4s"',
    GOOD.ended,
  ),
  'hint-form': [put('TYPE=PART,', ''), put('TYPE=PART', 'TYPE=SEGMENT'), put(/,URI="r0\/120\.2\.m4s"/, '')],
  'one-hint': after('#EXT-X-ENDLIST', '', `${GOOD.live}#EXT-X-ENDLIST`).replace(
    '#EXT-X-ENDLIST',
    '#EXT-X-PRELOAD-HINT:TYPE=PART,URI="r0/120.3.m4s"',
  ),
  'report-form': [
    put('URI="r1.m3u8",', ''),
    put('"r1.m3u8"', '"https://else.example/r1.m3u8"'),
    put('"r1.m3u8"', '"/r1.m3u8"'),
    put(/LAST-PART=\d+/, 'LAST-PART=one'),
    put(/LAST-MSN=\d+,/, ''),
  ],
  'segment-length': put(extinf, '#EXTINF:2.50000,'),
  extinf: [put(`${extinf}\n`, ''), put(extinf, '#EXTINF:two,')],
  'key-form': [
    put('METHOD=NONE', 'METHOD=NONE,IV=0x00000000000000000000000000000000'),
    put('URI="https://keys.example/1",', ''),
    put(/IV=0x0{6}/, 'IV=0x'),
  ],
  map: put(/#EXT-X-MAP.*\n/, ''),
  'date-form': put(/(PROGRAM-DATE-TIME:[^Z]*)Z/, '$1'),
  'date-ambiguous': put('T12:03:22.000Z', 'T12:03:20.500Z'),
  'date-at-discontinuity': put(
    /(#EXT-X-DISCONTINUITY\n(?:#EXT-X-(?:KEY|MAP).*\n)*)#EXT-X-PROGRAM-DATE-TIME.*\n/,
    '$1',
    GOOD['with a discontinuity'],
  ),
  dated: put(dates, ''),
  'part-inf': put(/#EXT-X-PART-INF.*\n/, ''),
  'part-hold-back': put(/,PART-HOLD-BACK=1.5/, ''),
  'part-hold-back-least': [],
  'part-hold-back-advised': put('PART-HOLD-BACK=1.5', 'PART-HOLD-BACK=1.4'),
  'part-form': [
    put(lastPart, '#EXT-X-PART:URI="r0/120.1.m4s"'),
    put(lastPart, '#EXT-X-PART:DURATION=0.50000'),
  ],
  'part-length': put(lastPart, '#EXT-X-PART:DURATION=0.51000,URI="r0/120.1.m4s"'),
  'part-full': GOOD.live
    .replace(`DURATION=0.50000,URI="${partUri(0, 119, 1)}"`, `DURATION=0.42000,URI="${partUri(0, 119, 1)}"`)
    .replace(new RegExp(`${extinf}\n(r0/119)`), '#EXTINF:1.92000,\n$1'),
  'tags-before-parts': put(
    /(#EXT-X-PROGRAM-DATE-TIME:.*\n)(#EXT-X-PART.*\n#EXT-X-PART.*\n#EXT-X-PRELOAD)/,
    '$2',
  ).replace('#EXT-X-PRELOAD', '#EXT-X-PROGRAM-DATE-TIME:2026-03-01T12:04:00.000Z\n#EXT-X-PRELOAD'),
  'parts-are-the-segment': put(/#EXT-X-PART.*r0\/119\.3\.m4s.*\n/, ''),
  'parts-at-the-edge': put(
    `${extinf}\nr0/115.m4s`,
    `${[0, 1, 2, 3].map((part) => `#EXT-X-PART:DURATION=${PART},URI="${partUri(0, 115, part)}"`).join('\n')}\n${extinf}\nr0/115.m4s`,
  ),
  'discontinuities-counted': put(/#EXT-X-DISCONTINUITY-SEQUENCE.*\n/, '', GOOD['with a discontinuity']),
  'delta-keeps-the-edge': goodPlaylist({ from: 100, skipped: 15 }),
  'hint-is-next': put('URI="r0/120.2.m4s"', 'URI="r0/120.1.m4s"'),
}

describe('each rule of one playlist', () => {
  it.each(PLAYLIST_RULES.map(({ id }) => id))('is broken alone: %s', (id) => {
    const bad = [BAD[id] ?? []].flat()
    // Less than twice is less than three times too.
    if (id === 'part-hold-back-least')
      return expect(broken(put('PART-HOLD-BACK=1.5', 'PART-HOLD-BACK=0.9'))).toEqual([
        id,
        'part-hold-back-advised',
      ])
    expect(bad.length).toBeGreaterThan(0)
    return expect(bad.map(broken)).toEqual(bad.map(() => [id]))
  })
})

it('lets parts be short that may be: independent ones, gaps, those before a gap, the last of a segment', () => {
  const short = (part: string, more = '') => `#EXT-X-PART:DURATION=0.10000,URI="${part}"${more}`
  const [first, second] = [partUri(0, 120, 0), partUri(0, 120, 1)]
  const parts = /#EXT-X-PART.*r0\/120\.0.*\n#EXT-X-PART.*r0\/120\.1.*/
  const bad = (...lines: string[]) => broken(put(parts, lines.join('\n')))
  expect(bad(short(first), short(second))).toEqual(['part-full'])
  expect(bad(short(first, ',INDEPENDENT=YES'), short(second))).toEqual([])
  expect(bad(short(first, ',GAP=YES'), short(second))).toEqual([])
  expect(bad(short(first), short(second, ',GAP=YES'))).toEqual([])
})
