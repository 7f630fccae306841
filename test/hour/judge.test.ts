import { describe, expect, it } from 'vitest'
import type { Matter } from '../../renderer/ui/told.ts'
import { disagreements, falseWords, firstTrue, lastTrue, pagesApart } from './judge.ts'
import type { Look, Word } from './looks.ts'

const word = (matter: Matter, value: string, place = 'findings', of = 'A'): Word => ({
  ...{ matter, value, place, of, text: `${matter} ${value}` },
})
const fine = [word('state', 'healthy', 'tile'), word('finding', 'none', 'findings', '')]
const stopped = [word('state', 'starving', 'tile'), word('finding', 'picture-stopped')]
const looks: Look[] = [
  { at: 0, words: fine },
  { at: 13_500, words: stopped },
  { at: 30_000, words: fine },
]
const truth = {
  isTrue: ({ value }: Word) => value === 'picture-stopped',
  holds: ({ value }: Word) => value === 'starving',
}
const whole = { from: 10_000, mended: 28_000, to: 40_000, about: 'A' }

describe('what was told of a fault', () => {
  it('is true so many seconds after it, and told no more so many after it was mended', () => {
    expect(firstTrue(looks, 10_000, truth)).toBe(3.5)
    expect(lastTrue(looks, 28_000, truth)).toBe(2)
    expect(firstTrue(looks.slice(0, 1), 10_000, truth)).toBeNull()
    expect(lastTrue(looks.slice(0, 2), 28_000, truth)).toBeNull()
  })

  it('is not told any more once it is listed as over', () => {
    const over = { at: 29_000, words: [word('finding', 'picture-stopped over')] }
    const isTrue = ({ value }: Word) => value.startsWith('picture-stopped')
    expect(lastTrue([...looks.slice(0, 2), over], 28_000, { ...truth, isTrue })).toBe(1)
  })

  it('is false where it blames somebody for something else, before, while or after it is told', () => {
    expect(falseWords(looks, whole, truth)).toEqual([])
    for (const at of [11_000, 15_000, 31_000]) {
      const blamed = { at, words: [...stopped, word('finding', 'keyframe-interval')] }
      const all = [...looks, blamed].toSorted((a, b) => a.at - b.at)
      expect(falseWords(all, whole, truth)).toEqual(['finding keyframe-interval, findings'])
    }
    // Of another channel it is as false.
    const other = { at: 15_000, words: [...stopped, word('state', 'no-signal', 'tile', 'B')] }
    expect(falseWords([...looks.slice(0, 2), other], whole, truth)).toEqual(['state no-signal, tile'])
  })

  it('is false where it is denied while it lasts', () => {
    const denied = [...looks.slice(0, 2), { at: 20_000, words: fine }]
    expect(falseWords(denied, whole, truth)).toEqual(['state healthy, tile', 'finding none, findings'])
    expect(falseWords(denied, { ...whole, about: 'B' }, truth)).toEqual(['finding none, findings'])
  })
})

describe('places of one page', () => {
  const at = (...words: Word[]): Look[] => [{ at: 1, words }]

  it('tell the same of a channel, in the same words', () => {
    const tile = word('state', 'starving', 'tile')
    expect(disagreements(at(tile, { ...tile, place: 'status bar' }), 'room')).toEqual([])
    expect(disagreements(at(tile, { ...tile, place: 'status bar', text: 'older' }), 'room')).toHaveLength(1)
    expect(disagreements(at(tile, word('state', 'healthy', 'status bar')), 'room')).toHaveLength(1)
    expect(disagreements(at(tile, word('state', 'healthy', 'status bar', 'B')), 'room')).toEqual([])
  })

  it('are none of them silent where one tells it', () => {
    const all = ['navigation', 'status bar', 'health'].map((place) => word('archives', '1', place, ''))
    expect(disagreements(at(...all), 'room')).toEqual([])
    expect(disagreements(at(...all.slice(1)), 'room')).toEqual(['1: navigation does not tell archives'])
    expect(disagreements(at(...all.slice(0, 2)), 'channel')).toEqual([])
  })
})

describe('two pages', () => {
  const told = (...values: [at: number, viewers: string][]): Look[] =>
    values.map(([at, value]) => ({ at, words: [word('viewers', value, 'page')] }))

  it('tell the same, one some moments before the other', () => {
    const room = told([0, '1'], [5_000, '2'], [5_300, '3'], [9_000, '1'])
    expect(pagesApart(room, told([0, '1'], [5_200, '3'], [9_400, '1']))).toEqual([])
    expect(pagesApart(room, told([0, '1']))).toEqual(['5300: viewers A is 3, and 1 on the channel’s page'])
    // It stopped telling of it.
    expect(pagesApart(room, [...told([0, '1']), { at: 5_400, words: [] }])).toEqual([])
    // It is not of that channel.
    expect(pagesApart(room, [{ at: 0, words: [word('viewers', '9', 'page', 'B')] }])).toEqual([])
  })
})
