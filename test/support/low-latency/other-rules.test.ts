import { describe, expect, it } from 'vitest'
import { FILE_RULES, WHOLE_RULES } from './file-rules.ts'
import type { FileLoad, WholeSegment } from './file-rules.ts'
import { goodPlaylist } from './good-playlists.ts'
import { readPlaylist } from './playlist.ts'
import { findingsOf } from './rule.ts'
import type { Rule } from './rule.ts'
import { REPORT_RULES, reportedPosition, SET_RULES } from './set-rules.ts'
import type { Presentation, Reported } from './set-rules.ts'

/** For a table of rules: that good things break none, and each rule is broken alone. */
function holds<T>(
  name: string,
  rules: readonly Rule<T>[],
  good: readonly T[],
  bad: Readonly<Record<string, readonly T[]>>,
): void {
  const broken = (of: T) => [...new Set(findingsOf(rules, of, 'somewhere').map(({ rule }) => rule))]
  describe(name, () => {
    it('breaks no rule where it is good', () => {
      expect(good.map(broken)).toEqual(good.map(() => []))
    })
    it.each(rules.map(({ id }) => id))('breaks one alone: %s', (id) => {
      const cases = bad[id] ?? []
      expect(cases.length).toBeGreaterThan(0)
      expect(cases.map(broken)).toEqual(cases.map(() => [id]))
    })
  })
}

const file = (more: Partial<FileLoad> = {}): FileLoad => ({
  ...{ uri: 'r0/120.1.m4s', why: 'listed', kind: 'part', status: 200, bytes: 1000 },
  ...{ isGivenUp: false, hasChanged: false, firstByteMs: 5, ...more },
})
const gone = { status: 404, bytes: 30 } as const
const unheard = file({ why: 'unheard', ...gone })

holds(
  'a file',
  FILE_RULES,
  [
    ...[file(), file({ kind: 'segment' }), file({ why: 'hinted', firstByteMs: 5000 }), unheard],
    ...[
      file({ why: 'left' }),
      file({ why: 'left', kind: 'segment' }),
      file({ why: 'hinted', ...gone, isGivenUp: true }),
    ],
  ],
  {
    'listed-is-there': [file(gone), file({ bytes: 0 }), file({ firstByteMs: 4000 })],
    'hinted-comes': [file({ why: 'hinted', ...gone }), file({ why: 'hinted', bytes: 0 })],
    'given-up-is-not-found': [file({ why: 'hinted', status: 503, isGivenUp: true })],
    'unheard-is-not-found': [file({ why: 'unheard' }), { ...unheard, firstByteMs: 4000 }],
    'parts-stay-loadable': [file({ why: 'left', ...gone })],
    'segments-stay-loadable': [file({ why: 'left', kind: 'segment', ...gone })],
    'bytes-stay': [file({ hasChanged: true })],
  },
)

const whole = (more: Partial<WholeSegment> = {}): WholeSegment => ({
  ...{ uri: 'r0/120.m4s', isSame: true, falselyIndependent: [], notSaid: [], ...more },
})

holds('a whole segment', WHOLE_RULES, [whole()], {
  'same-samples': [whole({ isSame: false })],
  'independent-is-so': [whole({ falselyIndependent: ['r0/120.1.m4s'] })],
  'independent-is-said': [whole({ notSaid: ['r0/120.0.m4s'] })],
})

const MULTIVARIANT =
  '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nr0.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=2\nr1.m3u8\n'
const text = (rendition: number) => goodPlaylist({ from: 100, rendition, discontinuities: [110] })
const addresses = ['https://media.example/c/r0.m3u8', 'https://media.example/c/r1.m3u8'] as const
const set = (one = text(0), other = text(1), multivariant = MULTIVARIANT): Presentation => ({
  multivariant,
  playlists: new Map([one, other].map((playlist, i) => [addresses[i] ?? '', readPlaylist(playlist)])),
})
const put = (of: string, what: string | RegExp, instead: string) => {
  const changed = of.replace(what, instead)
  if (changed === of) throw new Error(`${what} is not in the playlist`)
  return changed
}
const report = /#EXT-X-RENDITION-REPORT.*\n/

holds(
  'a presentation',
  SET_RULES,
  [set(), set(goodPlaylist({ from: 101, open: 0, discontinuities: [110] }))],
  {
    'same-target-duration': [set(put(text(0), 'TARGETDURATION:2', 'TARGETDURATION:3'))],
    'same-control': [
      set(put(text(0), 'PART-HOLD-BACK=1.5', 'PART-HOLD-BACK=1.6')),
      set(put(text(0), /#EXT-X-SERVER.*\n/, '')),
    ],
    'all-dated': [
      set(put(text(0), /#EXT-X-PROGRAM-DATE-TIME.*\n/g, '')),
      set(put(text(0), 'T12:03:30.000Z', 'T12:03:30.100Z')),
    ],
    'same-discontinuities': [set(put(text(0), 'DISCONTINUITY-SEQUENCE:0', 'DISCONTINUITY-SEQUENCE:1'))],
    'all-reported': [set(put(text(0), report, ''))],
    'no-report-of-itself': [
      set(`${text(0)}#EXT-X-RENDITION-REPORT:URI="r0.m3u8",LAST-MSN=120,LAST-PART=1\n`),
      set(`${text(0)}#EXT-X-RENDITION-REPORT:URI="r2.m3u8",LAST-MSN=120,LAST-PART=1\n`),
    ],
    'independence-once': [
      set(`${text(0)}#EXT-X-INDEPENDENT-SEGMENTS\n`, text(1), `${MULTIVARIANT}#EXT-X-INDEPENDENT-SEGMENTS\n`),
    ],
  },
)

const reported = (
  said: [number, number],
  known: [number, number] | null,
  after: [number, number] | null = null,
): Reported => {
  const position = (of: [number, number] | null) => of && { number: of[0], part: of[1] }
  return {
    said: { number: said[0], part: said[1] },
    of: 'r1.m3u8',
    known: position(known),
    after: position(after),
  }
}

holds(
  'a report',
  REPORT_RULES,
  [
    ...[reported([120, 1], null), reported([120, 1], [120, 1]), reported([121, 0], [120, 3])],
    ...[reported([120, 1], [120, 2]), reported([120, 3], [121, 0]), reported([120, 1], null, [120, 1])],
    ...[reported([0, -1], [0, -1]), reported([0, -1], [1, 0])],
  ],
  {
    'report-has-part': [reported([120, -1], [120, 3])],
    'report-is-new': [
      reported([120, 1], [120, 3]),
      reported([120, 3], [121, 1]),
      reported([118, 3], [120, 0]),
    ],
    'report-is-true': [reported([120, 2], null, [120, 1])],
  },
)

it('reads where a report says that a rendition ends', () => {
  expect(
    reportedPosition(
      new Map([
        ['LAST-MSN', '7'],
        ['LAST-PART', '2'],
      ]),
    ),
  ).toEqual({ number: 7, part: 2 })
  expect(reportedPosition(new Map([['LAST-MSN', '7']]))).toEqual({ number: 7, part: -1 })
  expect(reportedPosition(new Map([['URI', '"r1.m3u8"']]))).toBeNull()
})
