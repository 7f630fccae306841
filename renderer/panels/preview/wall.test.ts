import { describe, expect, it } from 'vitest'
import { channelView } from '../../../test/support/console-views.ts'
import { tileAfter } from '../../preview/tile-after.ts'
import { INITIAL_WALL, soloed, tilesOf, toggled, type WallState } from './wall.ts'

const ALL = ['a', 'b', 'c', 'd', 'e']
const play = (...ids: string[]) => ids.reduce<WallState>((state, id) => toggled(state, id, ALL), INITIAL_WALL)

describe('the wall', () => {
  it('plays four at most: the fifth displaces the one that plays longest, and its sound', () => {
    const four = soloed(play('a', 'b', 'c', 'd'), 'a')
    expect(four).toEqual({ playing: ['a', 'b', 'c', 'd'], sound: 'a', displaced: null })
    const fifth = toggled(four, 'e', ALL)
    expect(fifth).toEqual({ playing: ['b', 'c', 'd', 'e'], sound: null, displaced: 'a' })
    expect(toggled(fifth, 'b', ALL)).toEqual({ playing: ['c', 'd', 'e'], sound: null, displaced: null })
  })

  it('does not count what went off air', () => {
    expect(toggled(play('a', 'b', 'c', 'd'), 'e', ['b', 'c', 'd', 'e']).displaced).toBeNull()
  })

  it('lets one playing tile sound, and none by the same key', () => {
    const two = play('a', 'b')
    expect(soloed(two, 'b').sound).toBe('b')
    expect(soloed(soloed(two, 'a'), 'b').sound).toBe('b')
    expect(soloed(soloed(two, 'b'), 'b').sound).toBeNull()
    expect(soloed(soloed(two, 'b'), null).sound).toBeNull()
    expect(soloed(two, 'c').sound).toBeNull()
  })

  it('shows what is on air, worst first or by name', () => {
    const live = { state: 'playable' as const, onAirSince: 1 }
    const list = [
      channelView({ channelId: '1', name: 'Anna', ...live }),
      channelView({ channelId: '2', name: 'Bert', state: 'no-signal', onAirSince: 1 }),
      channelView({ channelId: '3', name: 'Carl', state: 'idle', onAirSince: null }),
    ]
    const names = (order: 'urgency' | 'name') => tilesOf(list, order, 0, (c) => c.name).map((c) => c.name)
    expect(names('urgency')).toEqual(['Bert', 'Anna'])
    expect(names('name')).toEqual(['Anna', 'Bert'])
  })
})

describe('keys of the wall', () => {
  const tile = (column: number, row: number, span = 1) => ({
    ...{ left: column * 100, top: row * 100, width: span * 100, height: span * 100 },
  })
  /** One large tile, and five small ones around it. */
  const places = [tile(0, 0, 2), tile(2, 0), tile(2, 1), tile(0, 2), tile(1, 2), tile(2, 2)]

  it.each([
    ['ArrowRight', 0, 1],
    ['ArrowRight', 5, 5],
    ['ArrowLeft', 0, 0],
    ['ArrowDown', 0, 3],
    ['ArrowDown', 1, 2],
    ['ArrowDown', 4, 4],
    ['ArrowUp', 4, 0],
    ['ArrowUp', 5, 2],
    ['ArrowUp', 1, 1],
    ['Home', 4, 0],
    ['End', 1, 5],
    ['x', 1, -1],
  ])('%s leads from %i to %i', (key, from, to) => {
    expect(tileAfter(key, from, places)).toBe(to)
  })
})
