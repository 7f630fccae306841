/** One series over the last seconds, drawn by uPlot. */
import { useEffect, useRef } from 'react'
import type UPlot from 'uplot'
import type { Options } from 'uplot'
import { axisStyle, chartColours, usePlot } from './use-plot.ts'

export interface Series {
  /** Seconds since 1970, oldest first. */
  readonly times: number[]
  readonly values: (number | null)[]
  readonly limits: (number | null)[]
  /** Moments to mark by a dotted line, seconds since 1970. */
  readonly marks: readonly number[]
}

interface Graph {
  readonly series: Series
  readonly spanSeconds: number
  readonly top: number
  readonly zone: string
}

const GUTTER = 36

/** @returns the ref of the element that the graph fills */
export function useGraph({
  series,
  spanSeconds,
  top,
  zone,
}: Graph): (element: HTMLDivElement | null) => void {
  const marks = useRef(series.marks)
  useEffect(() => {
    marks.current = series.marks
  }, [series])
  return usePlot({
    data: [series.times, series.values, series.limits],
    key: `${spanSeconds} ${top} ${zone}`,
    options: (Plot, element) => graphOptions(Plot, element, { spanSeconds, top, zone }, () => marks.current),
  })
}

function graphOptions(
  Plot: typeof UPlot,
  element: HTMLElement,
  { spanSeconds, top, zone }: Omit<Graph, 'series'>,
  marks: () => readonly number[],
): Options {
  const colour = chartColours(element)
  const axis = axisStyle(colour)
  let grown = top
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    padding: [8, 4, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    tzDate: (seconds) => Plot.tzDate(new Date(seconds * 1000), zone),
    scales: {
      x: { range: () => lastSpan(spanSeconds) },
      y: {
        range: (_plot, _min, max) => {
          grown = Math.max(grown, roundUp(max))
          return [0, grown]
        },
      },
    },
    axes: [
      {
        ...axis,
        size: 24,
        gap: 4,
        space: 90,
        values: [[1, '{HH}:{mm}', null, null, null, null, null, null, 1]],
      },
      { ...axis, size: GUTTER, gap: 6, splits: () => [0, grown / 2, grown] },
    ],
    series: [
      {},
      {
        stroke: colour('chart-1'),
        fill: colour('chart-1-fill'),
        width: 1.5,
        points: { show: false },
        spanGaps: false,
      },
      { stroke: colour('chart-limit'), width: 1, dash: [5, 4], points: { show: false } },
    ],
    hooks: { draw: [(plot) => drawMarks(plot, marks(), colour('chart-2'))] },
  }
}

function lastSpan(seconds: number): [number, number] {
  const now = Date.now() / 1000
  return [now - seconds, now]
}

/** The next round number: 2, 4, 5, 8 or 10 times a power of ten. */
function roundUp(value: number): number {
  if (!(value > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 4, 5, 8, 10].find((step) => step * power >= value) ?? 10) * power
}

function drawMarks(plot: UPlot, marks: readonly number[], stroke: string): void {
  const { ctx, bbox } = plot
  const [from, to] = [plot.scales['x']?.min ?? 0, plot.scales['x']?.max ?? 0]
  ctx.save()
  ctx.strokeStyle = stroke
  ctx.setLineDash([2, 3])
  for (const mark of marks.filter((at) => at > from && at < to)) {
    const x = Math.round(plot.valToPos(mark, 'x', true))
    ctx.beginPath()
    ctx.moveTo(x, bbox.top)
    ctx.lineTo(x, bbox.top + bbox.height)
    ctx.stroke()
  }
  ctx.restore()
}
