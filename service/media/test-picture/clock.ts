import type { EpochMilliseconds } from '../../contract/units.ts'
import { BLACK, drawText, fillBox, textSize } from './canvas.ts'
import type { Canvas } from './canvas.ts'

/** The local time of day to the millisecond. */
export function clockText(time: EpochMilliseconds): string {
  const date = new Date(time)
  const two = (value: number) => String(value).padStart(2, '0')
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')
  return `${clock}.${String(date.getMilliseconds()).padStart(3, '0')}`
}

/** Where the clock's first line begins in a picture, and how many pixels a dot of it takes. */
export function clockPlace(picture: { readonly width: number; readonly height: number }, text: string) {
  const scale = Math.max(1, Math.floor((picture.width * 0.6) / textSize(text, 1).width))
  const margin = scale * 4
  const line = textSize(text, scale)
  const box = { width: line.width + 2 * margin, height: 2 * line.height + 3 * margin }
  const boxAt = {
    x: Math.floor((picture.width - box.width) / 2),
    y: Math.floor((picture.height - box.height) / 2),
  }
  const x = Math.floor((picture.width - line.width) / 2)
  return { scale, box: { ...boxAt, ...box }, x, y: boxAt.y + margin, lineHeight: line.height + margin }
}

/** The clock and a line below it, in the middle of the picture. */
export function drawClock(canvas: Canvas, clock: string, below: string): void {
  const { scale, box, x, y, lineHeight } = clockPlace(canvas, clock)
  fillBox(canvas, box, BLACK)
  drawText(canvas, clock, { x, y }, scale)
  const belowX = Math.floor((canvas.width - textSize(below, scale).width) / 2)
  drawText(canvas, below, { x: belowX, y: y + lineHeight }, scale)
}
