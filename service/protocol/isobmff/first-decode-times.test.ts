import { describe, expect, it } from 'vitest'
import { spreadFirstDecodeTimes } from './first-decode-times.ts'
import type { FragmentRun } from './read-fragment.ts'

const FRAME = 3600

function run(durations: readonly number[], compositions: readonly number[]): FragmentRun {
  return {
    ...{ trackId: 1, startDts: 90_000, dataOffset: 500 },
    sizes: new Int32Array(durations.length),
    durations: Int32Array.from(durations),
    compositions: Int32Array.from(compositions),
    syncs: new Uint8Array(durations.length),
  }
}

/** Decoding times, the last being where the run ends, and presentation times. */
function timesOf({ startDts, durations, compositions }: FragmentRun) {
  const decoded = [startDts]
  for (const duration of durations) decoded.push((decoded.at(-1) ?? 0) + duration)
  return { decoded, presented: Array.from(compositions, (offset, i) => (decoded[i] ?? 0) + offset) }
}

describe('spreadFirstDecodeTimes', () => {
  it('gives the first samples the step of those after them, presented when they were', () => {
    const given = run(
      [1, 1, FRAME - 2, FRAME, FRAME, FRAME],
      [0, 3 * FRAME - 1, FRAME - 2, FRAME, 4 * FRAME, 2 * FRAME],
    )
    const found = timesOf(spreadFirstDecodeTimes(given))
    expect(found.presented).toEqual(timesOf(given).presented)
    expect(found.decoded).toEqual([-2, -1, 0, 1, 2, 3, 4].map((frames) => 90_000 + frames * FRAME))
  })

  it('gives them the last one’s where there are no others', () => {
    const given = run([1, FRAME], [0, 2 * FRAME])
    const found = timesOf(spreadFirstDecodeTimes(given))
    expect(found.presented).toEqual(timesOf(given).presented)
    expect(found.decoded).toEqual([1 - FRAME, 1, 1 + FRAME].map((ticks) => 90_000 + ticks))
  })

  it('decodes nothing later than it was, where something is missing behind the first samples', () => {
    const given = run([1, 1, 9 * FRAME, FRAME, FRAME], [0, FRAME, FRAME, FRAME, FRAME])
    const found = timesOf(spreadFirstDecodeTimes(given))
    expect(found.presented).toEqual(timesOf(given).presented)
    expect(found.decoded.slice(0, 4)).toEqual(
      [2 - 2 * FRAME, 2 - FRAME, 2, 2 + 9 * FRAME].map((t) => 90_000 + t),
    )
  })

  it.each([
    { name: 'was moved', given: run([FRAME, FRAME, FRAME], [2 * FRAME, 4 * FRAME, 2 * FRAME]) },
    { name: 'is reordered', given: run([FRAME - 90, FRAME, FRAME], [0, 0, 0]) },
    { name: 'is presented when it is decoded first', given: run([1, 1, FRAME], [FRAME, FRAME, FRAME]) },
    { name: 'lasts longer', given: run([1, 1], [0, 0]) },
  ])('leaves a run alone in which nothing $name', ({ given }) => {
    expect(spreadFirstDecodeTimes(given)).toBe(given)
  })
})
