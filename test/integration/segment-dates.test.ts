/** The dates of segments, as viewers get them, against the clock that is in the picture itself. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { viewerOf } from '../support/broadcast.ts'
import type { Viewer } from '../support/broadcast.ts'
import { dateErrors, testPictureOnAir } from '../support/segment-dates.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'

const SEGMENTS = 6
const NEAR_MS = 200

let service: RunningService
let viewer: Viewer
beforeAll(async () => {
  service = await startService()
  viewer = viewerOf(service)
})
afterAll(async () => {
  await viewer.close()
  await service.stop()
})

it('segments are dated by when their pictures were taken', async () => {
  const media = await testPictureOnAir(service, viewer)
  await viewer.until(media, 'some segments', (text) => text.split('#EXTINF').length > SEGMENTS)
  // A transcoder without time is late for once: segments that it makes later are dated rightly, or none ever is.
  await vi.waitFor(
    async () => {
      const errors = [...(await dateErrors(media, viewer)).values()]
      const middle = errors.map(Math.abs).toSorted((a, b) => a - b)[errors.length >> 1]
      expect(middle, `errors: ${errors.join(' ')} ms`).toBeLessThan(NEAR_MS)
    },
    { timeout: 60_000, interval: 1000 },
  )
})
