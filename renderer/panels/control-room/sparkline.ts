/** The line of a small graph. Pure. */

/** Pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

interface Series {
  /** Seconds since 1970, ascending. */
  readonly times: readonly number[]
  readonly values: readonly (number | null)[]
}

/**
 * Points of the line, in runs without a gap: x is time from `now - span` to `now`, y begins at zero and has
 * some air above the largest value.
 * @param now @param span seconds
 */
export function sparklineRuns(series: Series, now: number, span: number, size: Size): string[][] {
  const from = now - span
  const seen = series.times.flatMap((time, index) => {
    const value = series.values[index] ?? null
    return time < from || time > now ? [] : [{ time, value }]
  })
  const top = Math.max(0, ...seen.map(({ value }) => value ?? 0)) * 1.25
  const runs: string[][] = [[]]
  for (const { time, value } of seen) {
    if (value === null) runs.push([])
    else {
      const x = ((time - from) / span) * size.width
      const y = top === 0 ? size.height : size.height - (value / top) * size.height
      runs.at(-1)?.push(`${x.toFixed(1)},${y.toFixed(1)}`)
    }
  }
  return runs.filter((run) => run.length > 1)
}

/** The same closed down to zero, to be filled. */
export function closed(run: readonly string[], { height }: Size): string[] {
  const x = (point: string | undefined) => point?.split(',')[0] ?? '0'
  return [`${x(run[0])},${height}`, ...run, `${x(run.at(-1))},${height}`]
}
