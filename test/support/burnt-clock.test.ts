import { expect, it } from 'vitest'
import { clockText, drawClock } from '../../service/media/test-picture/clock.ts'
import { readClock, sinceShown } from './burnt-clock.ts'

/** As the test picture draws it. */
function draw(text: string, width: number, height: number): Uint8Array {
  const luma = new Uint8Array(width * height).fill(120)
  const canvas = {
    ...{ width, height, planes: [luma, new Uint8Array(width * height), new Uint8Array(width * height)] },
    strides: [width, width, width],
  }
  drawClock(canvas, text, '#00000000')
  return luma
}

it.each(['00:00:00.000', '12:34:56.789', '23:59:59.999', '08:08:03.033'])('reads %s', (text) => {
  for (const [width, height] of [
    [640, 360],
    [1280, 720],
  ] as const) {
    const [hours, minutes, seconds] = text.split(':').map(Number) as [number, number, number]
    const shown = readClock({ width, height, luma: draw(text, width, height) })
    expect(shown).toBeCloseTo(((hours * 60 + minutes) * 60 + seconds) * 1000, 3)
  }
})

it('knows how long ago that was, over midnight too', () => {
  const moment = new Date(2026, 0, 2, 0, 0, 1).getTime()
  expect(sinceShown(0, moment)).toBe(1000)
  expect(sinceShown(24 * 60 * 60 * 1000 - 500, moment)).toBe(1500)
  expect(clockText(moment)).toBe('00:00:01.000')
})
