import { expect, it, vi } from 'vitest'
import { SetClock } from '../../../test/support/set-clock.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import type { ChannelId } from '../../contract/ids.ts'
import type { KeyPicture } from '../../contract/media.ts'
import { createLogger } from '../../platform/logger.ts'
import { Thumbnails } from './thumbnails.ts'
import type { ThumbnailParts } from './thumbnails.ts'

const A = 'A' as ChannelId
const PICTURE: KeyPicture = { decoderConfig: new Uint8Array(), data: new Uint8Array() }
const JPEG = Uint8Array.of(0xff, 0xd8)

function made(parts: Partial<ThumbnailParts> = {}) {
  const clock = new SetClock(1000)
  const logger = createLogger('silent')
  const source = vi.fn(parts.source ?? (() => Promise.resolve(PICTURE)))
  const draw = vi.fn(parts.draw ?? (() => Promise.resolve(JPEG)))
  const warn = vi.spyOn(logger, 'warn')
  return { clock, source, draw, warn, thumbnails: new Thumbnails({ clock, logger, source, draw }) }
}

it('draws once for all who ask within 2 s, and again after', async () => {
  const { clock, thumbnails, draw } = made()
  expect(await Promise.all([thumbnails.newest(A), thumbnails.newest(A)])).toEqual([JPEG, JPEG])
  clock.advance(1999)
  await thumbnails.newest(A)
  expect(draw).toHaveBeenCalledTimes(1)
  clock.advance(1)
  await thumbnails.newest(A)
  expect(draw).toHaveBeenCalledTimes(2)
})

it('asks nobody to draw where a channel shows nothing', async () => {
  const { thumbnails, draw, warn } = made({ source: () => Promise.resolve(null) })
  expect(await thumbnails.newest(A)).toBeNull()
  expect(draw).not.toHaveBeenCalled()
  expect(warn).not.toHaveBeenCalled()
})

it('has no picture of what cannot be drawn, and logs it once until it can be again', async () => {
  const answers = [null, new Error('gone'), JPEG, null]
  const { clock, thumbnails, warn } = made({
    draw: () => {
      const next = answers.shift() ?? null
      return next instanceof Error ? Promise.reject(next) : Promise.resolve(next)
    },
  })
  const seen: (Uint8Array | null)[] = []
  const logged: number[] = []
  for (let i = 0; i < 4; i++) {
    seen.push(await thumbnails.newest(A))
    logged.push(warn.mock.calls.length)
    clock.advance(2000)
  }
  expect(seen).toEqual([null, null, JPEG, null])
  expect(logged).toEqual([1, 1, 1, 2])
})

it('draws two at once at most; who waits for 5 s gets none', async () => {
  const finish: ((jpeg: Uint8Array) => void)[] = []
  const { clock, thumbnails, draw } = made({ draw: () => new Promise((resolve) => finish.push(resolve)) })
  const asked = ['A', 'B', 'C', 'D'].map((id) => thumbnails.newest(id as ChannelId))
  await waitFor(() => finish.length === 2, 'two at once')
  finish[0]?.(JPEG)
  await waitFor(() => finish.length === 3, 'the third')
  clock.advance(5000)
  finish[1]?.(JPEG)
  finish[2]?.(JPEG)
  expect(await Promise.all(asked)).toEqual([JPEG, JPEG, JPEG, null])
  expect(draw).toHaveBeenCalledTimes(3)
})

it('draws again after 2 s also where the clock is set back', async () => {
  const { clock, thumbnails, draw } = made()
  await thumbnails.newest(A)
  clock.step = -3_600_000
  clock.advance(2000)
  await thumbnails.newest(A)
  expect(draw).toHaveBeenCalledTimes(2)
})
