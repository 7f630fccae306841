/** Reads the clock that the test picture has in it, as its viewers get it. */
import { spawnSync } from 'node:child_process'
import { clockPlace } from '../../service/media/test-picture/clock.ts'
import { GLYPH_HEIGHT, GLYPH_WIDTH, litDots } from '../../service/media/test-picture/glyphs.ts'

/** As the test picture draws itself. */
export const TEST_PICTURE_SIZE = { width: 1280, height: 720 }

const FORM = '00:00:00.000'
const DIGITS = '0123456789'.split('')

export interface GreyPicture {
  readonly width: number
  readonly height: number
  /** A byte for each pixel, row by row. */
  readonly luma: Uint8Array
}

/**
 * The first picture of a file, in the size that the test picture was drawn in.
 * @param bytes what was loaded, the initialization segment first
 * @throws Error with ffmpeg's words where it has none
 */
export function firstPicture(bytes: Buffer, size: { width: number; height: number }): GreyPicture {
  const filter = `scale=${size.width}:${size.height}:flags=bilinear,format=gray`
  const { stdout, stderr } = spawnSync(
    'ffmpeg',
    [...'-v error -i pipe:0 -frames:v 1 -vf'.split(' '), filter, ...'-f rawvideo pipe:1'.split(' ')],
    { input: bytes, maxBuffer: 64 * 1024 * 1024 },
  )
  if (stdout.length !== size.width * size.height) throw new Error(`no picture: ${stderr.toString()}`)
  return { ...size, luma: stdout }
}

/** The time of day in it, milliseconds since midnight of this computer's time zone. */
export function readClock({ width, height, luma }: GreyPicture): number {
  const { scale, x: left, y: top } = clockPlace({ width, height }, FORM)
  const isLit = (x: number, y: number) =>
    (luma[Math.floor(top + (y + 0.5) * scale) * width + Math.floor(left + (x + 0.5) * scale)] ?? 0) > 125
  const text = FORM.split('').map((form, place) => {
    if (form !== '0') return form
    return DIGITS.toSorted((a, b) => wrong(a) - wrong(b))[0]

    function wrong(digit: string): number {
      const lit = new Set(litDots(digit).map(([x, y]) => y * GLYPH_WIDTH + x))
      let count = 0
      for (let y = 0; y < GLYPH_HEIGHT; y++)
        for (let x = 0; x < GLYPH_WIDTH - 1; x++)
          if (isLit(place * GLYPH_WIDTH + x, y) !== lit.has(y * GLYPH_WIDTH + x)) count += 1
      return count
    }
  })
  const [hours = 0, minutes = 0, seconds = 0] = text.join('').split(':').map(Number)
  return ((hours * 60 + minutes) * 60 + seconds) * 1000
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Milliseconds from what a clock showed to a moment, over midnight too. @param shown since midnight */
export function sinceShown(shown: number, moment: number): number {
  const date = new Date(moment)
  const midnight = new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
  const apart = moment - midnight - shown
  return apart - Math.round(apart / DAY_MS) * DAY_MS
}
