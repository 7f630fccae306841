import { expect, it } from 'vitest'
import { trimBackBuffer } from './back-buffer.ts'

const EVENTS = { BUFFER_FLUSHING: 'flushing', FRAG_BUFFERED: 'buffered' } as never

/** A player whose buffer begins at 0; `bufferedPart` tells that a part, or a segment, has come into it. */
function player(partsLoaded: readonly boolean[] | null) {
  const removed: unknown[] = []
  let bufferedPart = () => {}
  const hls = {
    latestLevelDetails: { partList: partsLoaded?.map((loaded) => ({ loaded })) ?? null },
    on: (_event: string, run: () => void) => (bufferedPart = run),
    trigger: (event: string, what: object) => removed.push([event, what]),
  }
  const video = { currentTime: 0, buffered: { length: 1, start: () => 0 } }
  trimBackBuffer(hls as never, video as never, EVENTS)
  return {
    removed,
    bufferedAt: (seconds: number) => {
      video.currentTime = seconds
      bufferedPart()
    },
  }
}

it('what was played long ago leaves the buffer, the last seconds stay', () => {
  const { removed, bufferedAt } = player([true, true])
  bufferedAt(15.9)
  expect(removed).toEqual([])
  bufferedAt(16.5)
  expect(removed).toEqual([['flushing', { startOffset: 0, endOffset: 8.5, type: null }]])
})

it('nothing leaves while a part is awaited', () => {
  const { removed, bufferedAt } = player([true, false])
  bufferedAt(100)
  expect(removed).toEqual([])
})

it('whole segments are trimmed as well', () => {
  const { removed, bufferedAt } = player(null)
  bufferedAt(100)
  expect(removed).toHaveLength(1)
})
