/** One of the stacked graphs, drawn by uPlot; what lies over it is drawn by the page. */
import { useEffect, useRef } from 'react'
import type UPlot from 'uplot'
import type { Options } from 'uplot'
import { axisStyle, chartColours, usePlot } from '../../../ui/use-plot.ts'
import type { Range } from './graphs.ts'
import type { Span, Values } from './history.ts'

/** Of every graph, so that time lines up. */
export const GUTTER = 44
/** Beside the curve; the ticks at the ends of an axis need half a line. */
export const EDGE = { top: 6, right: 4, bottom: 6 }
/** Height of the time axis, below the last graph. */
export const TIME_AXIS = 24

export interface HealthPlot {
  readonly span: Span
  /** Milliseconds since 1970. */
  readonly times: readonly number[]
  readonly values: Values
  readonly range: Range
  readonly ticks: readonly number[]
  readonly tickText: (tick: number) => string
  readonly stepped: boolean
  /** True where the time axis stands below it. */
  readonly last: boolean
  readonly zone: string
}

/** @returns the ref of the element that the graph fills */
export function useHealthPlot(plot: HealthPlot): (element: HTMLDivElement | null) => void {
  const latest = useRef(plot)
  useEffect(() => {
    latest.current = plot
  })
  const { times, values, stepped, last, zone, range } = plot
  const filled = !stepped && range[0] === 0
  return usePlot({
    data: [times.map((time) => time / 1000), [...values]],
    key: `${stepped} ${last} ${zone} ${filled}`,
    options: (Plot, element) => optionsOf(Plot, element, filled, () => latest.current),
  })
}

function optionsOf(
  Plot: typeof UPlot,
  element: HTMLElement,
  filled: boolean,
  latest: () => HealthPlot,
): Options {
  const colour = chartColours(element)
  const axis = axisStyle(colour)
  const { last, stepped, zone } = latest()
  const steps = stepped ? Plot.paths.stepped?.({ align: 1 }) : undefined
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    padding: [EDGE.top, EDGE.right, last ? 0 : EDGE.bottom, 0],
    legend: { show: false },
    cursor: { show: false },
    tzDate: (seconds) => Plot.tzDate(new Date(seconds * 1000), zone),
    scales: {
      x: { range: () => [latest().span.from / 1000, latest().span.to / 1000] },
      y: { range: () => [...latest().range] },
    },
    axes: [
      {
        ...axis,
        size: last ? TIME_AXIS : 0,
        gap: 4,
        space: 90,
        values: last
          ? [
              [60, '{HH}:{mm}', null, null, null, null, null, null, 1],
              [1, '{HH}:{mm}:{ss}', null, null, null, null, null, null, 1],
            ]
          : (_plot, splits) => splits.map(() => ''),
      },
      {
        ...axis,
        size: GUTTER,
        gap: 6,
        splits: () => [...latest().ticks],
        values: (_plot, splits) => splits.map((tick) => latest().tickText(tick)),
      },
    ],
    series: [
      {},
      {
        stroke: colour('chart-1'),
        width: 1.5,
        points: { show: false },
        spanGaps: false,
        ...(filled && { fill: colour('chart-1-fill') }),
        ...(steps && { paths: steps }),
      },
    ],
  }
}
