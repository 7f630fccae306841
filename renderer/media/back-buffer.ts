import type Hls from 'hls.js'
import type { Seconds } from '../../service/contract/units.ts'

/** Of what was played, so much stays; twice as much at most. */
const KEPT: Seconds = 8

type Buffered = Pick<HTMLVideoElement, 'buffered' | 'currentTime'>
type Library = Pick<Hls, 'latestLevelDetails' | 'on' | 'trigger'>

/**
 * Has what was played long ago leave the buffer, between two parts. It stands in for hls.js's `backBufferLength`, which
 * removes at any time: a part that arrives meanwhile is taken for removed as well (seen in 1.7.4), none is loaded
 * before its segment is listed in parts no more, and the picture stands still.
 */
export function trimBackBuffer(
  hls: Library,
  video: Buffered,
  events: Pick<typeof Hls.Events, 'BUFFER_FLUSHING' | 'FRAG_BUFFERED'>,
): void {
  hls.on(events.FRAG_BUFFERED, () => {
    const { buffered, currentTime } = video
    if (buffered.length === 0 || currentTime - buffered.start(0) < 2 * KEPT) return
    const isAwaitingPart = hls.latestLevelDetails?.partList?.at(-1)?.loaded === false
    if (isAwaitingPart) return
    hls.trigger(events.BUFFER_FLUSHING, { startOffset: 0, endOffset: currentTime - KEPT, type: null })
  })
}
