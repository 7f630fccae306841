/** A uPlot graph bound to an element: made anew when colours or size change, fed when data does. */
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type UPlot from 'uplot'
import type { Options } from 'uplot'

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

const HEIGHT = 128
const GUTTER = 36

/** @returns the ref of the element that the graph fills */
export function useGraph({
  series,
  spanSeconds,
  top,
  zone,
}: Graph): (element: HTMLDivElement | null) => void {
  const scheme = useComputedColorScheme()
  const [element, setElement] = useState<HTMLDivElement | null>(null)
  const plot = useRef<UPlot | null>(null)
  const latest = useRef(series)
  useEffect(() => {
    latest.current = series
    plot.current?.setData([series.times, series.values, series.limits])
  }, [series])

  useEffect(() => {
    if (element === null) return
    let stopped = false
    const observer = new ResizeObserver(() => {
      plot.current?.setSize({ width: element.clientWidth, height: HEIGHT })
    })
    const start = async () => {
      const [{ default: Plot }] = await Promise.all([
        import('uplot'),
        import('uplot/dist/uPlot.min.css'),
        // The canvas would fall back to a serif if it were drawn before the font is there.
        document.fonts.load('500 11px "Inter Variable"'),
      ])
      if (stopped) return
      const { times, values, limits } = latest.current
      const options = graphOptions(Plot, element, { spanSeconds, top, zone }, () => latest.current.marks)
      plot.current = new Plot(options, [times, values, limits], element)
      observer.observe(element)
    }
    void start()
    return () => {
      stopped = true
      observer.disconnect()
      plot.current?.destroy()
      plot.current = null
    }
  }, [element, scheme, spanSeconds, top, zone])
  return setElement
}

function graphOptions(
  Plot: typeof UPlot,
  element: HTMLElement,
  { spanSeconds, top, zone }: Omit<Graph, 'series'>,
  marks: () => readonly number[],
): Options {
  // Read now, after the colour scheme is set.
  const style = getComputedStyle(element)
  const colour = (name: string) => style.getPropertyValue(`--ad-${name}`).trim()
  const axis = {
    stroke: colour('chart-axis'),
    font: '500 11px "Inter Variable"',
    grid: { stroke: colour('chart-grid'), width: 1 },
    ticks: { show: false },
  }
  let grown = top
  return {
    width: element.clientWidth,
    height: HEIGHT,
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
