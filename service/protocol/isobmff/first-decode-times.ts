import type { FragmentRun } from './read-fragment.ts'

/**
 * Takes back what segments need at the beginning of a timeline (`media/hls/first-decode-times.ts`): there the
 * first decoding times follow each other by one tick, so that decoding begins when presentation does. A movie
 * says by its edit list when presentation begins, and who looks at how long its samples last is to find one
 * frame rate. The times as they were are gone: each moved sample lasts as long as most of those after them do.
 *
 * @returns the same, decoded earlier and presented when it was; untouched where nothing had been moved
 */
export function spreadFirstDecodeTimes(run: FragmentRun): FragmentRun {
  const moved = run.durations.findIndex((duration) => duration !== 1) + 1
  if (moved < 2 || run.compositions[0] !== 0) return run
  const durations = run.durations.slice()
  const compositions = run.compositions.slice()
  const step = medianOf(durations.subarray(moved)) ?? durations[moved - 1] ?? 0
  /** How much earlier the sample after is decoded. */
  let shift = 0
  for (let i = moved - 1; i >= 0; i--) {
    const duration = durations[i] ?? 0
    const own = Math.max(0, shift + step - duration)
    durations[i] = duration + own - shift
    compositions[i] = (compositions[i] ?? 0) + own
    shift = own
  }
  return { ...run, startDts: run.startDts - shift, durations, compositions }
}

function medianOf(values: Int32Array): number | undefined {
  return values.toSorted()[values.length >>> 1]
}
