import { describe, expect, it } from 'vitest'
import type { RecordingList } from '../../../service/contract/console-archive.ts'
import { recordingView } from '../../../test/support/console-views.ts'
import { byBroadcast, unfinishedBelow, withPage } from './recording-rows.ts'

/** A list of these sequences. */
const list = (sequences: readonly number[], before: number | null = null): RecordingList => ({
  recordings: sequences.map((sequence) => recordingView({ sequence })),
  before,
})
const shown = ({ recordings, before }: RecordingList) => ({
  rows: recordings.map(({ sequence }) => sequence),
  before,
})

describe('a page', () => {
  it('is the list at first', () => {
    expect(shown(withPage(undefined, list([9, 8], 8), Infinity))).toEqual({ rows: [9, 8], before: 8 })
  })

  it('is added below what it was asked to go on from', () => {
    expect(shown(withPage(list([9, 8], 8), list([7, 6], 6), 8))).toEqual({ rows: [9, 8, 7, 6], before: 6 })
    expect(shown(withPage(list([9, 8], 8), list([7]), 8))).toEqual({ rows: [9, 8, 7], before: null })
  })

  it('brings what is new on top, and keeps what is older', () => {
    const known = list([9, 8, 7, 6], 6)
    expect(shown(withPage(known, list([11, 10, 9], 9), Infinity))).toEqual({
      rows: [11, 10, 9, 8, 7, 6],
      before: 6,
    })
  })

  it('takes out what was deleted', () => {
    expect(shown(withPage(list([9, 8, 7, 6]), list([9, 7], 7), Infinity)).rows).toEqual([9, 7, 6])
    expect(shown(withPage(list([9, 8, 7]), list([9, 8]), Infinity))).toEqual({ rows: [9, 8], before: null })
  })

  it('renews what is in the middle', () => {
    const known = list([9, 8, 7, 6, 5], 5)
    const page = list([8, 7], 7)
    const renewed = withPage(known, page, 9)
    expect(shown(renewed)).toEqual({ rows: [9, 8, 7, 6, 5], before: 5 })
    expect(renewed.recordings[1]).toBe(page.recordings[0])
  })

  it('starts anew where there may be a gap between it and what is known', () => {
    expect(shown(withPage(list([9, 8], 8), list([30, 29], 29), Infinity))).toEqual({
      rows: [30, 29],
      before: 29,
    })
  })

  it('fills a list whose rows were all deleted meanwhile', () => {
    expect(shown(withPage(list([]), list([3, 2], 2), Infinity))).toEqual({ rows: [3, 2], before: 2 })
  })
})

it('finds what still changes', () => {
  const rows = [
    recordingView({ sequence: 9, state: 'recording' }),
    recordingView({ sequence: 8 }),
    recordingView({ sequence: 7, state: 'uploading' }),
    recordingView({ sequence: 6, state: 'failed' }),
  ]
  const all = { recordings: rows, before: null }
  expect(unfinishedBelow(all, Infinity)?.sequence).toBe(9)
  expect(unfinishedBelow(all, 9)?.sequence).toBe(7)
  expect(unfinishedBelow(all, 7)).toBeUndefined()
})

it('shows the renditions of a broadcast in their order, below the first', () => {
  const of = (connectionId: string, rendition: number, sequence: number) =>
    recordingView({ connectionId, rendition, sequence })
  const rows = byBroadcast([of('B', 1, 9), of('B', 0, 8), of('A', 2, 7), of('A', 0, 5), of('A', 1, 6)])
  expect(rows.map((row) => [row.connectionId, row.rendition, row.leads, row.ends])).toEqual([
    ['B', 0, true, false],
    ['B', 1, false, true],
    ['A', 0, true, false],
    ['A', 1, false, false],
    ['A', 2, false, true],
  ])
})
