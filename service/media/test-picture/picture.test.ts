import { expect, test } from 'vitest'
import { silenceFfmpeg } from '../transcode/native.ts'
import { clockText } from './clock.ts'
import { Picture } from './picture.ts'

test('the clock shows the local time of day', () => {
  expect(clockText(new Date(2026, 0, 2, 3, 4, 5, 67).getTime())).toBe('03:04:05.067')
})

test.each([
  [1280, 720, 30],
  [160, 160, 3],
  [640, 360, 60],
])(
  '%d x %d at %d: no frame is like another, and the same frame is always the same',
  (width, height, frameRate) => {
    silenceFfmpeg()
    const picture = new Picture({ width, height, frameRate })
    const luma = (number: number, time: number) => {
      const frame = picture.draw(number, time)
      expect([frame.width, frame.height, Number(frame.pts)]).toEqual([width, height, number])
      const [plane = Buffer.alloc(0)] = frame.data ?? []
      const [stride = 0] = frame.linesize
      // Without what lies between the rows.
      return Buffer.concat(
        Array.from({ length: height }, (_, y) => plane.subarray(y * stride, y * stride + width)),
      )
    }
    const first = luma(0, 0)
    expect(luma(1, 0).equals(first)).toBe(false)
    expect(luma(0, 1).equals(first)).toBe(false)
    expect(luma(0, 0).equals(first)).toBe(true)
    picture.close()
  },
)
