import { expect, test } from 'vitest'
import { BLACK, drawText, fillBox, textSize, WHITE } from './canvas.ts'
import type { Canvas } from './canvas.ts'

const GREY = 100

/** Rows are longer than the picture, as FFmpeg's are. */
function grey(width: number, height: number): Canvas {
  const planes = [
    new Uint8Array((width + 5) * height).fill(GREY),
    new Uint8Array((width / 2 + 3) * (height / 2)).fill(GREY),
    new Uint8Array((width / 2 + 3) * (height / 2)).fill(GREY),
  ]
  return { width, height, planes, strides: [width + 5, width / 2 + 3, width / 2 + 3] }
}

/** The picture's luma, a character for each pixel. */
function rows({ width, height, planes, strides }: Canvas): string[] {
  const shades = new Map([
    [BLACK, ' '],
    [WHITE, '#'],
    [GREY, '.'],
  ])
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => shades.get(planes[0]?.[y * (strides[0] ?? 0) + x] ?? -1)).join(
      '',
    ),
  )
}

test('writes digits as squares of dots', () => {
  const canvas = grey(18, 8)
  drawText(canvas, '1:7', { x: 0, y: 1 }, 1)
  expect(rows(canvas)).toEqual([
    '..................',
    '..#.........#####.',
    '.##.....#.......#.',
    '..#.....#......#..',
    '..#...........#...',
    '..#.....#....#....',
    '..#.....#....#....',
    '.###.........#....',
  ])
})

test('a box takes the colour away, and what lies outside is left out', () => {
  const canvas = grey(8, 4)
  fillBox(canvas, { x: 4, y: -2, width: 20, height: 4 }, BLACK)
  expect(rows(canvas)).toEqual(['....    ', '....    ', '........', '........'])
  expect([...(canvas.planes[1] ?? [])]).toEqual([
    GREY,
    GREY,
    128,
    128,
    GREY,
    GREY,
    GREY,
    ...Array(7).fill(GREY),
  ])
  expect(canvas.planes[2]).toEqual(canvas.planes[1])
})

test('nothing is written behind the end of a row', () => {
  const canvas = grey(8, 4)
  fillBox(canvas, { x: 0, y: 0, width: 100, height: 100 }, WHITE)
  expect(canvas.planes[0]?.filter((value) => value === GREY)).toHaveLength(4 * 5)
})

test('text has no space at its end', () => {
  expect(textSize('12:34:56', 3)).toEqual({ width: 141, height: 21 })
})
