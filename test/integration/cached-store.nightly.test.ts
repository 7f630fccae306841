/** A crowd before nginx before a store: what of all that is asked reaches the store. */
import { describe, expect, it } from 'vitest'
import { cachedStore } from '../support/cached-store.ts'
import { gather } from '../support/crowd.ts'
import { nginxMissing } from '../support/nginx-front.ts'
import { waitFor } from '../support/wait-for.ts'

const VIEWERS = 500
const SEGMENT_SECONDS = 2
const reason = nginxMissing === undefined ? '' : `: ${nginxMissing}`

describe.skipIf(nginxMissing !== undefined)(`a store behind nginx${reason}`, () => {
  it(`is asked once for what ${VIEWERS} viewers load`, async () => {
    const scene = await cachedStore(SEGMENT_SECONDS, 120)
    try {
      const begun = performance.now()
      const crowd = gather({
        ...{ port: scene.port, ca: scene.ca, playlist: scene.playlist },
        ...{ viewers: VIEWERS, connections: 50, period: SEGMENT_SECONDS * 1000 },
      })
      const least = () => Math.min(...crowd.seen.newest)
      await waitFor(() => least() >= 0, 'everybody to have a segment', 60_000)
      const first = least()
      await waitFor(() => least() >= first + 4, 'everybody to have four more', 60_000)
      const seen = await crowd.stop()
      const seconds = (performance.now() - begun) / 1000
      expect(seen.failed).toBe(0)
      expect(seen.segments).toBeGreaterThanOrEqual(4 * VIEWERS)
      const ofSegments = [...scene.asked].filter(([name]) => name.endsWith('.m4s'))
      expect(ofSegments.length).toBeGreaterThanOrEqual(4)
      expect(ofSegments.filter(([, count]) => count > 1)).toEqual([])
      // It is good for a second, and the first one who asks later has it asked for again.
      expect(scene.asked.get('r0.m3u8')).toBeLessThanOrEqual(seconds + 2)
    } finally {
      await scene.close()
    }
  }, 240_000)
})
