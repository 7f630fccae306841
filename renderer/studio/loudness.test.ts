import { expect, test } from 'vitest'
import { K_WEIGHTING, ShortTerm } from './loudness.ts'

const RATE = 48_000

/** As an IIRFilterNode filters. */
function filtered(
  samples: readonly number[],
  [[b0 = 0, b1 = 0, b2 = 0], [, a1 = 0, a2 = 0]]: (typeof K_WEIGHTING)[0],
) {
  let [x1, x2, y1, y2] = [0, 0, 0, 0]
  return samples.map((x) => {
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
    ;[x2, x1, y2, y1] = [x1, x, y1, y]
    return y
  })
}

/** Both channels alike. */
function loudnessOf(hertz: number, peakDb: number, seconds = 3): number | null {
  const peak = 10 ** (peakDb / 20)
  const tone = Array.from(
    { length: seconds * RATE },
    (_, i) => peak * Math.sin((2 * Math.PI * hertz * i) / RATE),
  )
  const weighted = K_WEIGHTING.reduce((samples, stage) => filtered(samples, stage), tone)
  const shortTerm = new ShortTerm()
  for (let at = 0; at < weighted.length; at += RATE / 10) {
    const block = weighted.slice(at, at + RATE / 10)
    shortTerm.add((2 * block.reduce((sum, y) => sum + y * y, 0)) / block.length)
  }
  return shortTerm.lufs
}

test.each([
  // EBU Tech 3341, cases 1 and 2.
  [1000, -23, -23],
  [1000, -33, -33],
  // Low tones count less, high ones more; by what FFmpeg's ebur128 says of them.
  [40, -23, -29.3],
  [8000, -23, -19.7],
])('%i Hz at %i dBFS: %d LUFS', (hertz, peakDb, lufs) => {
  expect(Math.abs((loudnessOf(hertz, peakDb) ?? 0) - lufs)).toBeLessThan(0.2)
})

test('nothing is said before 3 s have come, and silence has a floor', () => {
  expect(loudnessOf(1000, -23, 2)).toBeNull()
  expect(loudnessOf(1000, -Infinity)).toBe(-70)
})
