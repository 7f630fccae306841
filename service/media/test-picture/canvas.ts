import { GLYPH_HEIGHT, GLYPH_WIDTH, litDots } from './glyphs.ts'

/** A picture in YUV 4:2:0, 8 bits, studio range, as FFmpeg keeps it. */
export interface Canvas {
  readonly width: number
  readonly height: number
  /** Y, U and V. */
  readonly planes: readonly Uint8Array[]
  /** Bytes from one row to the next, for each plane. */
  readonly strides: readonly number[]
}

export const BLACK = 16
export const WHITE = 235
const COLOURLESS = 128

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Fills a box with a shade of grey; what lies outside of the picture is left out. */
export function fillBox(canvas: Canvas, box: Box, luma: number): void {
  fillPlane(canvas, 0, box, luma)
  const halved = {
    x: Math.floor(box.x / 2),
    y: Math.floor(box.y / 2),
    width: Math.ceil(box.width / 2),
    height: Math.ceil(box.height / 2),
  }
  fillPlane(canvas, 1, halved, COLOURLESS)
  fillPlane(canvas, 2, halved, COLOURLESS)
}

/** Size of a line of text whose dots are squares of `scale` pixels. */
export function textSize(text: string, scale: number): { width: number; height: number } {
  return { width: (text.length * GLYPH_WIDTH - 1) * scale, height: GLYPH_HEIGHT * scale }
}

/** Writes digits in white on what is there. */
export function drawText(
  canvas: Canvas,
  text: string,
  at: { readonly x: number; readonly y: number },
  scale: number,
): void {
  ;[...text].forEach((character, i) => {
    for (const [x, y] of litDots(character)) {
      const left = at.x + (i * GLYPH_WIDTH + x) * scale
      fillPlane(canvas, 0, { x: left, y: at.y + y * scale, width: scale, height: scale }, WHITE)
    }
  })
}

function fillPlane(canvas: Canvas, plane: number, box: Box, value: number): void {
  const bytes = canvas.planes[plane]
  const stride = canvas.strides[plane] ?? 0
  const half = plane === 0 ? 1 : 2
  const right = Math.min(box.x + box.width, Math.ceil(canvas.width / half))
  const bottom = Math.min(box.y + box.height, Math.ceil(canvas.height / half))
  const left = Math.max(box.x, 0)
  for (let y = Math.max(box.y, 0); y < bottom && left < right; y++) {
    bytes?.fill(value, y * stride + left, y * stride + right)
  }
}
