/** Icons of the application and its tray, drawn from shapes in any size. */
import { Buffer } from 'node:buffer'
import { crc32, deflateSync } from 'node:zlib'

/** @typedef {{ colour: number[], shape: (x: number, y: number) => boolean }} Layer */

/** Side of the square that shapes are described in. */
const UNITS = 32
/** Samples per pixel and direction, for smooth edges. */
const SAMPLES = 4
export const BLACK = [0, 0, 0]

const disc = (cx, cy, r) => (x, y) => (x - cx) ** 2 + (y - cy) ** 2 <= r * r
const box = (left, top, right, bottom) => (x, y) => x >= left && x <= right && y >= top && y <= bottom
const any =
  (...shapes) =>
  (x, y) =>
    shapes.some((shape) => shape(x, y))
const without = (shape, hole) => (x, y) => shape(x, y) && !hole(x, y)
const roundedBox = (left, top, right, bottom, r) =>
  any(
    box(left + r, top, right - r, bottom),
    box(left, top + r, right, bottom - r),
    ...[left + r, right - r].flatMap((x) => [top + r, bottom - r].map((y) => disc(x, y, r))),
  )

const letter = any(box(12, 10, 18, 22), box(10, 12, 18, 22), disc(12, 12, 2), disc(18, 16, 6))
const triangle = (x, y) => y >= 3 && y <= 29 && Math.abs(x - 16) <= ((y - 3) / 26) * 15
const exclamation = any(box(14.2, 11, 17.8, 20.5), disc(16, 24.5, 2.2))

/** Each differs by its shape, for a tray may have no colours. Red means on air and nothing else. */
export const TRAY = {
  'off-air': { colour: [142, 152, 165], shape: without(disc(16, 16, 13), disc(16, 16, 9.5)) },
  'on-air': {
    colour: [211, 32, 47],
    shape: any(disc(16, 16, 8), without(disc(16, 16, 14.5), disc(16, 16, 11.5))),
  },
  failing: { colour: [224, 122, 63], shape: without(triangle, exclamation) },
}
export const ICON = [
  { colour: [20, 24, 29], shape: roundedBox(0, 0, 32, 32, 8) },
  { colour: [255, 255, 255], shape: letter },
]

/** Layers are painted over each other. @returns {Buffer} RGBA rows, each with its PNG filter byte */
function paint(size, layers) {
  const rows = Buffer.alloc(size * (size * 4 + 1))
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const at = y * (size * 4 + 1) + 1 + x * 4
      for (const { colour, shape } of layers) {
        const share = coverage(shape, x, y, size)
        if (share === 0) continue
        const under = rows[at + 3] / 255
        const alpha = share + under * (1 - share)
        for (const [i, value] of colour.entries()) {
          rows[at + i] = Math.round((value * share + rows[at + i] * under * (1 - share)) / alpha)
        }
        rows[at + 3] = Math.round(alpha * 255)
      }
    }
  }
  return rows
}

/** How much of a pixel is inside, 0 to 1. */
function coverage(shape, x, y, size) {
  let inside = 0
  for (let i = 0; i < SAMPLES; i++) {
    for (let j = 0; j < SAMPLES; j++) {
      const [u, v] = [x + (i + 0.5) / SAMPLES, y + (j + 0.5) / SAMPLES]
      if (shape((u * UNITS) / size, (v * UNITS) / size)) inside++
    }
  }
  return inside / SAMPLES ** 2
}

/**
 * @param {number} size side in pixels
 * @param {Layer[]} layers painted over each other
 * @returns {Buffer} a PNG with transparency
 */
export function png(size, layers) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  // 8 bits, RGBA.
  header.set([8, 6, 0, 0, 0], 8)
  const data = deflateSync(paint(size, layers), { level: 9 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
