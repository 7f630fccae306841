/** The graphs on one time axis, and the cursor that crosses all of them. */
import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { HealthView, SessionFinding } from '../../../../service/contract/console/health.ts'
import { bitRate, plain, timeOfDay } from '../../../i18n/format.ts'
import { figureOf, graphsOf, PROOF, rangeOf, verdictOf, type GraphSpec, type Range } from './graphs.ts'
import { HealthGraph, type Shared } from './HealthGraph.tsx'
import { meanWithin, nearest, type Frame, type Values } from './history.ts'
import type { GraphMark } from './timeline.ts'
import { EDGE, GUTTER } from './use-health-plot.ts'
import css from './Health.module.css'

interface Props {
  readonly view: HealthView
  readonly frame: Frame
  readonly marks: readonly GraphMark[]
  readonly selected: SessionFinding | null
  readonly zone: string
  /** Axes begin anew when this changes. */
  readonly spanName: string
}

const NO_VALUES: Values = []
/** How often the sentences about the graphs are renewed. */
const SENTENCE_MS = 10_000

export function GraphStack({ view, frame, marks, selected, zone, spanName }: Props) {
  const { t, i18n } = useTranslation()
  const specs = graphsOf(view)
  const ranges = useRanges(specs, frame, `${spanName} ${view.startedAt}`)
  const { cursor, chosen, bind } = useCursor(frame)
  const found = new Set(view.findings.filter((f) => f.clearedAt === null).map(({ code }) => code))
  const shared: Shared = { frame, zone, marks, cursor, chosen }
  const lines = specs.map((spec) => {
    const values = frame.values[spec.measure] ?? NO_VALUES
    const now = values.at(-1) ?? null
    const value = chosen
      ? meanWithin(frame, values, chosen)
      : cursor === null
        ? now
        : (values[cursor] ?? null)
    return { spec, values, now, figure: figureOf(spec, value) }
  })
  const at = cursor === null ? null : (frame.times[cursor] ?? null)
  const hasValues = lines.some(({ now }) => now !== null)
  const sentenceKey = `${i18n.language} ${spanName} ${view.startedAt} ${Math.floor(view.now / SENTENCE_MS)} ${hasValues}`
  const sentences = useSentences(lines, sentenceKey)
  const what = ({ id }: GraphSpec) => {
    if (chosen)
      return t('health.mean', { from: timeOfDay(chosen.from, zone), to: timeOfDay(chosen.to, zone) })
    const audio = frame.values.audio?.[cursor ?? frame.times.length - 1] ?? 0
    return t(`health.what.${id}`, { audio: plain(bitRate(audio)), target: view.targets.keyFrames ?? 0 })
  }
  const proves = selected && PROOF[selected.code]
  const proof = selected && { from: selected.since, to: selected.clearedAt ?? frame.span.to }
  const place = (i: number) => (i === 0 ? 'first' : i === specs.length - 1 ? 'last' : 'middle')
  const readOut = lines
    .map(({ spec, figure }) => `${t(`health.graph.${spec.id}`)} ${plain(figure)}`)
    .join(', ')
  return (
    <div className={css.stack}>
      {lines.map(({ spec, values, now, figure }, i) => (
        <HealthGraph
          key={spec.id}
          {...{ shared, spec, values, figure }}
          range={ranges[i] ?? [0, 1]}
          verdict={verdictOf(spec, now, view.targets, found)}
          what={what(spec)}
          sentence={sentences[i] ?? ''}
          proof={proves === spec.id ? proof : null}
          place={place(i)}
        />
      ))}
      <div
        {...bind}
        className={css.layer}
        style={{ left: GUTTER, right: EDGE.right }}
        role="slider"
        tabIndex={0}
        aria-label={t('health.cursor')}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, frame.times.length - 1)}
        aria-valuenow={cursor ?? Math.max(0, frame.times.length - 1)}
        aria-valuetext={at === null ? t('health.now', { readOut }) : `${timeOfDay(at, zone)}: ${readOut}`}
      >
        {at !== null && (
          <span
            className={css.plate}
            style={{ left: `${((at - frame.span.from) / (frame.span.to - frame.span.from)) * 100}%` }}
          >
            {timeOfDay(at, zone)}
          </span>
        )}
      </div>
    </div>
  )
}

/** Axes that grow at once and shrink only when the window changes. */
function useRanges(specs: readonly GraphSpec[], frame: Frame, key: string): readonly Range[] {
  const [kept, setKept] = useState<{ key: string; ranges: readonly Range[] }>({ key, ranges: [] })
  const before = kept.key === key ? kept.ranges : []
  const ranges = specs.map((spec, i) =>
    rangeOf(spec, frame.values[spec.measure] ?? NO_VALUES, before[i] ?? null),
  )
  const isKept = ranges.length === before.length && ranges.every((range, i) => isSameRange(range, before[i]))
  if (!isKept) setKept({ key, ranges })
  return ranges
}

const isSameRange = (a: Range, b: Range | undefined) => a[0] === b?.[0] && a[1] === b[1]

interface Line {
  readonly spec: GraphSpec
  readonly values: Values
  readonly now: number | null
}

/**
 * A sentence about each graph.
 * @param key they are made anew when this changes and not with each value: nobody is read figures all the time
 */
function useSentences(lines: readonly Line[], key: string): readonly string[] {
  const { t } = useTranslation()
  const [kept, setKept] = useState<{ key: string; sentences: readonly string[] }>()
  if (kept?.key === key) return kept.sentences
  const sentences = lines.map(({ spec, values, now }) => {
    const known = values.filter((value) => value !== null)
    const name = t(`health.graph.${spec.id}`)
    if (known.length === 0) return t('graph.summaryEmpty', { name })
    const text = (value: number | null) => plain(figureOf(spec, value))
    const [min, max] = [text(Math.min(...known)), text(Math.max(...known))]
    return t('health.sentence', { name, now: text(now), min, max })
  })
  setKept({ key, sentences })
  return sentences
}

/** The row that is read out and the span that is chosen: by pointer, arrows, and Shift with either. */
function useCursor(frame: Frame) {
  // Times and not rows, so that both stay where they are while new rows come.
  const [at, setAt] = useState<number | null>(null)
  const [anchor, setAnchor] = useState<number | null>(null)
  const { times, span } = frame
  const cursor = at === null || at < span.from || times.length === 0 ? null : nearest(times, at)
  const cursorAt = cursor === null ? null : (times[cursor] ?? null)
  const chosen =
    anchor === null || cursorAt === null || anchor === cursorAt
      ? null
      : { from: Math.min(anchor, cursorAt), to: Math.max(anchor, cursorAt) }

  const move = (row: number, extend: boolean) => {
    const next = times[Math.min(Math.max(row, 0), times.length - 1)]
    if (next === undefined) return
    setAnchor(extend ? (anchor ?? cursorAt ?? next) : null)
    setAt(next)
  }
  const clear = () => {
    setAt(null)
    setAnchor(null)
  }
  // So that it is seen where the focus is.
  const onFocus = () => at === null && move(times.length - 1, false)
  const onKeyDown = (event: KeyboardEvent) => {
    const from = cursor ?? times.length - 1
    const page = Math.round(times.length / 10)
    const rows: Readonly<Record<string, number>> = {
      ArrowLeft: from - 1,
      ArrowRight: from + 1,
      PageUp: from - page,
      PageDown: from + page,
      Home: 0,
      End: times.length - 1,
    }
    const row = rows[event.key]
    if (row !== undefined) move(row, event.shiftKey)
    else if (event.key === 'Escape' && at !== null) clear()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const rowAt = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return nearest(times, span.from + ((clientX - left) / width) * (span.to - span.from))
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => move(rowAt(event), event.shiftKey)
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const extend = event.shiftKey || event.buttons === 1
    // A chosen span stays until the next click.
    if (extend || chosen === null) move(rowAt(event), extend)
  }
  const onPointerLeave = (event: PointerEvent<HTMLElement>) => {
    // Who moves it by keys keeps it.
    if (document.activeElement !== event.currentTarget && chosen === null) clear()
  }
  return {
    cursor,
    chosen,
    bind: { onFocus, onKeyDown, onPointerDown, onPointerMove, onPointerLeave, onBlur: clear },
  }
}
