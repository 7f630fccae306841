import type Hls from 'hls.js'

type Library = Pick<Hls, 'config' | 'on'>

/**
 * After a stall hls.js stays a second further behind than before, for good. Where there are parts, what came too late
 * was a part: it holds back one part more.
 */
export function holdBackByParts(hls: Library, events: Pick<typeof Hls.Events, 'LEVEL_LOADED'>): void {
  const { liveSyncOnStallIncrease: usual } = hls.config
  hls.on(events.LEVEL_LOADED, (_event, { details: { partTarget } }) => {
    hls.config.liveSyncOnStallIncrease = partTarget > 0 ? partTarget : usual
  })
}
