import { describe, expect, it } from 'vitest'
import { advancePartLimit, ANSWER_RULES, isTooFar } from './answer-rules.ts'
import type { Exchange } from './answer-rules.ts'
import { goodPlaylist } from './good-playlists.ts'
import { readPlaylist } from './playlist.ts'
import { probesOf } from './probes.ts'
import { findingsOf } from './rule.ts'

const at = (options: Partial<Parameters<typeof goodPlaylist>[0]> = {}) =>
  readPlaylist(goodPlaylist({ from: 100, ...options }))
const HEADERS = { 'content-type': 'application/vnd.apple.mpegurl', 'content-encoding': 'gzip' }
const ended = at({ isEnded: true })

/** Of a player that has seen 120.1 and asks for the next part. */
const good = (more: Partial<Exchange> = {}): Exchange => ({
  ...{ asked: { number: 120, part: 2 }, tookMs: 500, status: 200, protocol: 'h2', headers: HEADERS },
  ...{ before: at(), playlist: at({ open: 3 }), whole: null, ...more },
})
const refused = (status: number, more: Partial<Exchange> = {}) =>
  good({ status, playlist: null, headers: {}, tookMs: 5, ...more })

const GOOD: Readonly<Record<string, Exchange>> = {
  'the next part': good(),
  'the segment that comes with it': good({ playlist: at({ from: 101, open: 0 }) }),
  'a load without directives': good({ asked: {}, playlist: at() }),
  'a whole segment': good({ asked: { number: 120 }, playlist: at({ from: 101, open: 0 }) }),
  'a part behind the last of a whole segment': good({ asked: { number: 119, part: 4 } }),
  'a segment that left long ago': good({ asked: { number: 3, part: 1 } }),
  'a delta update': good({
    asked: { number: 120, part: 2, skip: 'YES' },
    playlist: at({ open: 3, skipped: 13 }),
  }),
  'a delta update beside the whole': good({
    ...{ asked: { skip: 'v2' }, playlist: at({ open: 3, skipped: 13 }), whole: at({ open: 3 }) },
  }),
  'a delta update of too little to skip': good({
    asked: { skip: 'YES' },
    before: at({ from: 0, count: 6 }),
    playlist: at({ from: 0, count: 7 }),
  }),
  'nothing for long': refused(503, { tookMs: 6100 }),
  'too far ahead': refused(400, { asked: { number: 123 } }),
  'too far ahead by parts': refused(400, { asked: { number: 120, part: 8 } }),
  'what one may read as too far': refused(400, { asked: { number: 122, part: 0 } }),
  'a part alone': refused(400, { asked: { part: 1 } }),
  'all that has ended': good({
    asked: { number: 200, part: 1, skip: 'YES' },
    before: ended,
    playlist: ended,
    tookMs: 5,
  }),
  'the end': good({ playlist: ended }),
}

const broken = (exchange: Exchange) => [
  ...new Set(findingsOf(ANSWER_RULES, exchange, 'r0.m3u8').map(({ rule }) => rule)),
]

describe('a good answer', () => {
  it.each(Object.entries(GOOD))('breaks no rule: %s', (_, exchange) => {
    expect(broken(exchange)).toEqual([])
  })
})

const withoutSkip = readPlaylist(goodPlaylist({ from: 100 }).replace('CAN-SKIP-UNTIL=12,', ''))

/** By the rule that it breaks, and no other. */
const BAD: Readonly<Record<string, readonly Exchange[]>> = {
  'content-type': [good({ headers: { ...HEADERS, 'content-type': 'text/plain' } })],
  compressed: [good({ headers: { 'content-type': 'application/vnd.apple.mpegurl' } })],
  multiplexed: [good({ protocol: 'http/1.1' })],
  answered: [refused(404), refused(400), refused(500, { asked: {} })],
  'waits-for-segment': [good({ asked: { number: 120 } })],
  'waits-for-part': [good({ playlist: at() }), good({ asked: { number: 121, part: 0 } })],
  'behind-the-last-part': [
    good({ asked: { number: 119, part: 4 }, before: at({ open: 0 }), playlist: at({ open: 0 }) }),
  ],
  'whole-playlist': [
    good({
      playlist: at({ from: 110, count: 10, open: 3, skipped: 0 }),
      before: at({ from: 100 }),
      asked: { number: 100 },
    }),
  ].map((exchange) => ({
    ...exchange,
    playlist: { ...at({ open: 3 }), segments: at({ open: 3 }).segments.slice(10) },
  })),
  'ended-answers': [
    good({ asked: { skip: 'YES' }, before: ended, playlist: null, status: 404, headers: {} }),
    good({ before: ended, playlist: ended, tookMs: 6000 }),
  ].map((exchange) => (exchange.status === 404 ? { ...exchange, asked: { number: 200 } } : exchange)),
  'too-far': [
    refused(503, { asked: { number: 130 } }),
    refused(400, { asked: { number: 130 }, tookMs: 4000 }),
  ],
  'part-alone': [refused(503, { asked: { part: 0 } }), good({ asked: { part: 0 } })],
  'no-endless-wait': [good({ tookMs: 9100 })],
  'delta-offered': [good({ asked: { number: 120, part: 2, skip: 'YES' } })],
  'no-delta-unasked': [good({ asked: { skip: 'YES' }, before: withoutSkip, playlist: at({ skipped: 13 }) })],
  'delta-is-the-whole': [
    good({
      asked: { skip: 'YES' },
      playlist: at({ skipped: 13 }),
      whole: readPlaylist(goodPlaylist({ from: 100 }).replace('r0/115.m4s', 'r0/115b.m4s')),
    }),
  ],
}

describe('each rule of answers', () => {
  it.each(ANSWER_RULES.map(({ id }) => id))('is broken alone: %s', (id) => {
    const bad = BAD[id] ?? []
    expect(bad.length).toBeGreaterThan(0)
    expect(bad.map(broken)).toEqual(bad.map(() => [id]))
  })
})

it('knows how far ahead a player may ask', () => {
  expect([0.25, 0.5, 1, 2].map(advancePartLimit)).toEqual([12, 6, 3, 3])
  const far = (asked: { number: number; part?: number }) => isTooFar(asked, at())
  expect([far({ number: 120, part: 2 }), far({ number: 121 }), far({ number: 121, part: 0 })]).toEqual([
    false,
    false,
    false,
  ])
  expect([far({ number: 122 }), far({ number: 123 }), far({ number: 120, part: 8 })]).toEqual([
    null,
    true,
    true,
  ])
})

it('probes what is to be refused, and what is to be answered at once', () => {
  const probes = probesOf(at())
  expect(probes.filter((asked) => asked.number === undefined || isTooFar(asked, at()) === true)).toHaveLength(
    4,
  )
  expect(probes).toContainEqual({ number: 119, part: 4 })
  expect(probesOf(at({ from: 0, count: 0, open: 0 }))).toEqual([{ part: 0 }])
})
