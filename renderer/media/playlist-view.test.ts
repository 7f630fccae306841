import type { LevelDetails } from 'hls.js'
import { expect, it } from 'vitest'
import { playlistView } from './playlist-view.ts'

const AT = Date.parse('2026-01-01T00:00:00Z')
const fragment = (sn: number) => ({
  ...{ sn, relurl: `r0/${sn}.m4s?t=x`, duration: 2, cc: 0, stats: { total: 0 } },
  programDateTime: AT + sn * 2000,
})
const part = (sn: number, index: number) => ({
  ...{ fragment: { sn }, index, relurl: `r0/${sn}.${index}.m4s`, fragOffset: index / 3, duration: 1 / 3 },
})
const details = (change: object = {}) =>
  ({
    ...{ url: 'http://x/r0.m3u8', m3u8: '#EXTM3U', targetduration: 2, startSN: 7, startTimeOffset: -2 },
    ...{ encryptedFragments: [], fragments: [fragment(7), fragment(8)] },
    ...{ partTarget: 0, partHoldBack: 0, canBlockReload: false, partList: null, ...change },
  }) as unknown as LevelDetails

it('has whole segments only where the playlist has, newest first', () => {
  const { parts, segments } = playlistView(0, details())
  expect(parts).toBeNull()
  expect(segments).toMatchObject([
    { sequence: 8, name: '8.m4s', parts: 0 },
    { sequence: 7, name: '7.m4s', parts: 0 },
  ])
})

it('says of its parts what the playlist says, and begins with the segment that is being made', () => {
  const lowLatency = details({
    ...{ partTarget: 1 / 3, partHoldBack: 1, canBlockReload: true, fragmentHint: fragment(9) },
    partList: [part(8, 5), part(9, 0), part(9, 1)],
  })
  const { parts, segments } = playlistView(0, lowLatency)
  expect(parts).toEqual({ targetSeconds: 1 / 3, holdBackSeconds: 1, blocksReload: true })
  expect(segments.map(({ sequence }) => sequence)).toEqual([9, 8, 7])
  expect(segments[0]).toEqual({
    ...{ sequence: 9, name: '9.1.m4s', durationSeconds: 2 / 3, bytes: null, at: AT + 18_000 },
    ...{ discontinuity: false, parts: 2 },
  })
})

it('lists no segment that has no part yet', () => {
  const { segments } = playlistView(
    0,
    details({ partTarget: 1 / 3, partList: [part(8, 5)], fragmentHint: fragment(9) }),
  )
  expect(segments).toHaveLength(2)
})
