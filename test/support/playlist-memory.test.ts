import { expect, test } from 'vitest'
import type { MediaPlaylist } from '../../service/protocol/hls/media-playlist.ts'
import { PlaylistMemory } from './playlist-memory.ts'

const playlist = (
  mediaSequence: number,
  uris: string[],
  more: Partial<MediaPlaylist> = {},
): MediaPlaylist => ({
  ...{ targetDuration: 2, mediaSequence, discontinuitySequence: 0, startTimeOffset: null, ended: false },
  segments: uris.map((uri) => ({
    ...{ uri, mapUri: 'init.mp4', durationSeconds: 2, discontinuity: false, programDateTime: 0, key: null },
  })),
  ...more,
})
const wrongOf = (anew: 'behind its end' | 'with other segments', ...looks: MediaPlaylist[]) => {
  const memory = new PlaylistMemory(anew)
  for (const look of looks) memory.look('r0', look)
  return memory.wrong
}

test('a playlist that moves on contradicts nothing', () => {
  expect(wrongOf('behind its end', playlist(0, ['a', 'b']), playlist(1, ['b', 'c']))).toEqual([])
})

test('one that lists less than it did went back', () => {
  const wrong = ['r0: went back from 2 to 1']
  expect(wrongOf('behind its end', playlist(0, ['a', 'b', 'c']), playlist(0, ['a', 'b']))).toEqual(wrong)
  expect(wrongOf('with other segments', playlist(0, ['a', 'b', 'c']), playlist(0, ['a', 'b']))).toEqual(wrong)
})

test('a segment keeps its number, a number its segment, and the discontinuities before it stay', () => {
  const first = playlist(4, ['a', 'b'])
  expect(wrongOf('behind its end', first, playlist(5, ['a', 'b']))).toContain(
    'r0: the number of a was 4, is 5',
  )
  expect(wrongOf('behind its end', first, playlist(4, ['a', 'x']))).toEqual([
    "r0: 5, the number of x, is another one's: b",
  ])
  expect(wrongOf('behind its end', first, playlist(4, ['a', 'b'], { discontinuitySequence: 1 }))).toContain(
    'r0: the discontinuities before a was 0, is 1',
  )
})

test('numbers begin anew behind the end mark, or where that may be missed, with segments of which none is known', () => {
  const [before, anew] = [playlist(7, ['a', 'b']), playlist(0, ['c'])]
  expect(wrongOf('behind its end', before, anew)).toEqual(['r0: went back from 8 to 0'])
  expect(wrongOf('behind its end', { ...before, ended: true }, anew)).toEqual([])
  expect(wrongOf('with other segments', before, anew)).toEqual([])
  expect(wrongOf('with other segments', before, playlist(0, ['b', 'c']))).toContain(
    'r0: the number of b was 8, is 0',
  )
})
