/** uPlot bound to an element: loaded with the first graph, made anew when colours change, fed when data does. */
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type UPlot from 'uplot'
import type { AlignedData, Axis, Options } from 'uplot'
import { usePreferences } from '../stores/preferences.ts'

interface Plot {
  readonly data: AlignedData
  /** The graph is made anew when this changes. */
  readonly key: string
  /** Called when the graph is made, after the colour scheme is set. */
  readonly options: (Plot: typeof UPlot, element: HTMLElement) => Options
}

const FONT = '500 11px "Inter Variable"'

/** @returns the ref of the element that the graph fills */
export function usePlot(plot: Plot): (element: HTMLDivElement | null) => void {
  const scheme = useComputedColorScheme()
  const contrast = usePreferences((s) => s.contrast)
  const [element, setElement] = useState<HTMLDivElement | null>(null)
  const made = useRef<UPlot | null>(null)
  const latest = useRef(plot)
  useEffect(() => {
    latest.current = plot
    made.current?.setData(plot.data)
  }, [plot])

  useEffect(() => {
    if (element === null) return
    let stopped = false
    const observer = new ResizeObserver(() => {
      made.current?.setSize({ width: element.clientWidth, height: element.clientHeight })
    })
    const start = async () => {
      const [{ default: Plot }] = await Promise.all([
        import('uplot'),
        import('uplot/dist/uPlot.min.css'),
        // The canvas would fall back to a serif if it were drawn before the font is there.
        document.fonts.load(FONT),
      ])
      if (stopped) return
      made.current = new Plot(latest.current.options(Plot, element), latest.current.data, element)
      observer.observe(element)
    }
    void start()
    return () => {
      stopped = true
      observer.disconnect()
      made.current?.destroy()
      made.current = null
    }
  }, [element, scheme, contrast, plot.key])
  return setElement
}

/** Reads colours of the theme as they are now: `chart-1` is `--ad-chart-1`. */
export function chartColours(element: HTMLElement): (name: string) => string {
  const style = getComputedStyle(element)
  return (name) => style.getPropertyValue(`--ad-${name}`).trim()
}

export function axisStyle(colour: (name: string) => string): Axis {
  return {
    stroke: colour('chart-axis'),
    font: FONT,
    grid: { stroke: colour('chart-grid'), width: 1 },
    ticks: { show: false },
  }
}
