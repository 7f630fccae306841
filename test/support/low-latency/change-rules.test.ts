import { describe, expect, it } from 'vitest'
import { CHANGE_RULES } from './change-rules.ts'
import { goodPlaylist } from './good-playlists.ts'
import type { GoodOptions } from './good-playlists.ts'
import { contentOf, merged } from './merge.ts'
import { readPlaylist } from './playlist.ts'
import { findingsOf } from './rule.ts'

const broken = (before: string, after: string) => {
  const change = { before: readPlaylist(before), after: readPlaylist(after) }
  return [...new Set(findingsOf(CHANGE_RULES, change, 'r0.m3u8').map(({ rule }) => rule))]
}
const at = (options: Partial<GoodOptions>) => goodPlaylist({ from: 100, ...options })

const BEFORE = at({ open: 2, discontinuities: [110] })
const PART_LATER = at({ open: 3, discontinuities: [110] })
/** The segment that was made is whole, and the oldest left. */
const SEGMENT_LATER = at({ from: 101, open: 0, discontinuities: [110] })

describe('a good playlist', () => {
  it.each([
    ['stays', BEFORE, BEFORE],
    ['gets a part', BEFORE, PART_LATER],
    ['gets a segment and loses one', BEFORE, SEGMENT_LATER],
    ['begins another segment', SEGMENT_LATER, at({ from: 101, open: 1, discontinuities: [110] })],
    ['goes on for long', BEFORE, at({ from: 130, open: 1, discontinuities: [110, 131] })],
    ['loses a discontinuity', at({ discontinuities: [100] }), at({ from: 101, discontinuities: [100] })],
    ['begins', at({ from: 0, count: 0, open: 0 }), at({ from: 0, count: 0, open: 1 })],
    ['ends', at({ open: 0 }), at({ isEnded: true })],
    ['ends its last segment', at({ open: 2 }), at({ count: 21, isEnded: true })],
    ['has ended', at({ isEnded: true }), at({ isEnded: true })],
    [
      'goes on with another encoder',
      at({ open: 0 }),
      at({ open: 1, discontinuities: [120] }).replace('120.0', 'x/0.0'),
    ],
  ])('breaks no rule when it %s', (_, before, after) => {
    expect(broken(before, after)).toEqual([])
  })
})

const put = (text: string, what: string | RegExp, instead: string): string => {
  const changed = text.replace(what, instead)
  if (changed === text) throw new Error(`${what} is not in the playlist`)
  return changed
}
const withoutParts = (text: string, number: number) =>
  put(text, new RegExp(`#EXT-X-PART:.*/${number}\\..*\n`, 'g'), '')
/** As it is 1 s later, when another segment's parts are to leave. */
const LATER = at({ from: 102, open: 2, discontinuities: [110] })

/** By the rule that the change breaks, and no other. */
const BAD: Readonly<Record<string, readonly (readonly [before: string, after: string])[]>> = {
  'target-duration-stays': [[BEFORE, put(PART_LATER, 'TARGETDURATION:2', 'TARGETDURATION:3')]],
  'header-stays': [
    [BEFORE, put(PART_LATER, 'PART-TARGET=0.5', 'PART-TARGET=0.6')],
    [BEFORE, put(PART_LATER, 'CAN-BLOCK-RELOAD=YES,', '')],
  ],
  'sequence-grows': [[at({ from: 101, count: 19 }), at({ from: 100, count: 20 })]],
  'sequence-counts': [[BEFORE, put(PART_LATER, 'MEDIA-SEQUENCE:100', 'MEDIA-SEQUENCE:101')]],
  'segments-stay': [
    [BEFORE, put(PART_LATER, '#EXTINF:2.00000,\nr0/105.m4s', '#EXTINF:2.00100,\nr0/105.m4s')],
    [BEFORE, put(PART_LATER, 'r0/105.m4s', 'r0/105b.m4s')],
    [BEFORE, put(PART_LATER, `IV=0x${(105).toString(16).padStart(32, '0')}`, `IV=0x${'1'.repeat(32)}`)],
    [BEFORE, put(PART_LATER, 'T12:03:30.000Z', 'T12:03:30.001Z')],
    [BEFORE, put(PART_LATER, 'init-110.mp4', 'init-111.mp4')],
  ],
  'parts-stay': [
    [BEFORE, put(PART_LATER, 'DURATION=0.50000,URI="r0/120.1.m4s"', 'DURATION=0.49000,URI="r0/120.1.m4s"')],
    [BEFORE, put(PART_LATER, '119.1.m4s"', '119.1.m4s",INDEPENDENT=YES')],
    [at({ open: 0 }), put(at({ open: 0 }), /(#EXT-X-PART.*119\.)3(\.m4s")/, '$13$2\n$14$2')],
    [withoutParts(BEFORE, 118), BEFORE],
  ],
  'parts-leave-late': [[BEFORE, withoutParts(PART_LATER, 118)]],
  'parts-leave-in-order': [
    // The last part of the earlier one is still there, though both are far from the end.
    [at({ open: 0, count: 20 }), outOfOrder()],
  ],
  'enough-stays': [[at({ count: 5 }), at({ from: 103, count: 2, open: 3 })]],
  'discontinuities-stay': [
    [BEFORE, put(SEGMENT_LATER, 'DISCONTINUITY-SEQUENCE:0', 'DISCONTINUITY-SEQUENCE:1')],
    [at({ discontinuities: [100] }), put(at({ from: 101, discontinuities: [100] }), 'NCE:1\n', 'NCE:0\n')],
  ],
  // What was begun is gone, and nobody is told of another rendition.
  'goes-on': [[put(BEFORE, /#EXT-X-REND.*\n/, ''), put(BEFORE, /(#EXT-X-PART:.*120\..*\n)+(#.*\n){2}/, '')]],
  'end-stays': [[at({ isEnded: true }), at({ count: 21, isEnded: true })]],
  'hint-comes': [[put(BEFORE, 'TYPE=PART,URI="r0/120.2', 'TYPE=PART,URI="r0/120.x'), PART_LATER]],
  'reports-go-on': [[BEFORE, put(PART_LATER, 'LAST-PART=2', 'LAST-PART=0')]],
}

/** Parts of 118 left, and those of 117, which come before, did not. */
function outOfOrder(): string {
  const parts = [0, 1, 2, 3].map(
    (part) => `#EXT-X-PART:DURATION=0.50000,URI="r0/117.${part}.m4s"${part === 0 ? ',INDEPENDENT=YES' : ''}`,
  )
  return put(
    at({ from: 102, open: 0 }),
    '#EXTINF:2.00000,\nr0/117.m4s',
    `${parts.join('\n')}\n#EXTINF:2.00000,\nr0/117.m4s`,
  )
}

describe('each rule of changes', () => {
  it.each(CHANGE_RULES.map(({ id }) => id))('is broken alone: %s', (id) => {
    const bad = BAD[id] ?? []
    expect(bad.length).toBeGreaterThan(0)
    expect(bad.map(([before, after]) => broken(before, after))).toEqual(bad.map(() => [id]))
  })
})

it('lets a hint be given up where its segment ends before it', () => {
  const short = put(at({ from: 101, open: 0 }), /#EXT-X-PART.*120\.3.*\n/, '')
  expect(broken(at({ open: 3 }), short)).toEqual([])
})

it('lets parts leave once their segment is further from the end', () => {
  expect(broken(BEFORE, LATER)).toEqual([])
})

describe('a delta update', () => {
  const whole = readPlaylist(at({ from: 101, open: 1, discontinuities: [103, 112, 119] }))
  const delta = readPlaylist(at({ from: 101, open: 1, skipped: 13, discontinuities: [103, 112, 119] }))

  it('is the whole playlist together with the load before', () => {
    const before = readPlaylist(at({ from: 100, open: 3, discontinuities: [103, 112, 119] }))
    const together = merged(before, delta)
    expect(together && contentOf(together)).toEqual(contentOf(whole))
    expect(together?.segments).toHaveLength(20)
  })

  it('can not be put together with a load that lacks what it skips', () => {
    expect(merged(readPlaylist(at({ from: 90, count: 5 })), delta)).toBeNull()
  })

  it('is told from the whole where a segment is another one', () => {
    const before = readPlaylist(put(at({ discontinuities: [103, 112, 119] }), '.000Z', '.500Z'))
    const moved = readPlaylist(
      put(at({ open: 3, discontinuities: [103, 112, 119] }), 'r0/104.m4s', 'r0/104b.m4s'),
    )
    expect(contentOf(merged(moved, delta) ?? before)).not.toEqual(contentOf(whole))
  })
})
