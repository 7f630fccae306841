/** One of the stacked graphs: its name and figure above, the curve, and over it what explains it. */
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import type { Figure as Value } from '../../../i18n/format.ts'
import { Figure } from '../../../ui/Figure.tsx'
import { StateWord } from '../../../ui/StateWord.tsx'
import { tickText, ticksOf, type GraphSpec, type Range, type Verdict } from './graphs.ts'
import type { Frame, Span, Values } from './history.ts'
import type { GraphMark } from './timeline.ts'
import { EDGE, GUTTER, TIME_AXIS, useHealthPlot } from './use-health-plot.ts'
import css from './Health.module.css'

/** What all graphs of the stack share. */
export interface Shared {
  readonly frame: Frame
  readonly zone: string
  readonly marks: readonly GraphMark[]
  /** Row under the cursor; null while there is none. */
  readonly cursor: number | null
  /** Chosen by Shift. */
  readonly chosen: Span | null
}

interface Props {
  readonly shared: Shared
  readonly spec: GraphSpec
  readonly values: Values
  readonly range: Range
  readonly figure: Value
  readonly verdict: Verdict | null
  /** What the figure stands for, beside the name. */
  readonly what: string
  /** A sentence for those who don't see the curve. */
  readonly sentence: string
  /** When the selected finding held, where this graph proves it. */
  readonly proof: Span | null
  readonly place: 'first' | 'middle' | 'last'
}

/** Names of marks that would lie over one another are left out: share of the width. */
const NAME_WIDTH = 0.14
/** From here on a name stands at the left of its mark. */
const LEFT_FROM = 0.8

export function HealthGraph(props: Props) {
  const { shared, spec, values, range, verdict, place } = props
  const { t } = useTranslation()
  const last = place === 'last'
  const bind = useHealthPlot({
    span: shared.frame.span,
    times: shared.frame.times,
    values,
    range,
    ticks: ticksOf(spec, range),
    tickText: (tick) => tickText(spec, tick, range),
    stepped: spec.stepped,
    last,
    zone: shared.zone,
  })
  const inset: CSSProperties = {
    top: EDGE.top,
    right: EDGE.right,
    bottom: last ? TIME_AXIS : EDGE.bottom,
    left: GUTTER,
  }
  return (
    <div className={css.graph} data-graph={spec.id}>
      <div className={css.head}>
        <h3>{t(`health.graph.${spec.id}`)}</h3>
        <span className={`meta ${css.what ?? ''}`}>{props.what}</span>
        {verdict && (
          <span className={css.word}>
            <StateWord
              glyph={verdict.tone}
              tone={verdict.tone}
              text={t(`health.word.${verdict.key}`, { figure: verdict.figure })}
            />
          </span>
        )}
        <span className={css.figure}>
          <Figure strong value={props.figure} />
        </span>
      </div>
      <div className={css.plot} data-last={last || undefined}>
        <div ref={bind} className={css.canvas} role="img" aria-label={props.sentence} />
        <div className={css.over} style={inset} aria-hidden="true">
          <Over {...props} />
        </div>
      </div>
    </div>
  )
}

const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`

/** Marks that are named: what happened to the broadcast before what happened to webhooks. */
function namesOf(marks: readonly GraphMark[], x: (mark: GraphMark) => number): readonly GraphMark[] {
  const named: GraphMark[] = []
  const start = (mark: GraphMark) => x(mark) - (x(mark) > LEFT_FROM ? NAME_WIDTH : 0)
  for (const mark of marks.toSorted((a, b) => Number(a.name === 'webhook') - Number(b.name === 'webhook'))) {
    if (named.every((other) => Math.abs(start(other) - start(mark)) > NAME_WIDTH)) named.push(mark)
  }
  return named
}

/** Spans, limit, marks and cursor; places are shares of the plot. */
function Over({ shared, spec, values, range: [low, high], proof, place }: Props) {
  const { t } = useTranslation()
  const { frame, marks, cursor, chosen } = shared
  const { from, to } = frame.span
  const x = (at: number) => Math.min(1, Math.max(0, (at - from) / (to - from)))
  const y = (value: number) => Math.min(1, Math.max(0, (high - value) / (high - low)))
  const wide = (span: Span) => ({ left: percent(x(span.from)), width: percent(x(span.to) - x(span.from)) })
  const shown = marks.filter(({ at }) => at > from && at < to)
  const named = namesOf(shown, (mark) => x(mark.at))
  const at = cursor === null ? null : frame.times[cursor]
  const value = cursor === null ? null : values[cursor]
  return (
    <>
      {proof && proof.to > from && (
        <div
          className={css.proof}
          style={wide(proof)}
          data-proof
          data-whole={proof.from < from || undefined}
        />
      )}
      {chosen && <div className={css.chosen} style={wide(chosen)} />}
      {spec.limit !== null && spec.limit >= low && spec.limit <= high && (
        <div className={css.limit} style={{ top: percent(y(spec.limit)) }} />
      )}
      {shown.map((mark, i) => (
        <div key={i} className={css.mark} style={{ left: percent(x(mark.at)) }}>
          {place === 'first' && named.includes(mark) && (
            <span className={css.name} data-left={x(mark.at) > LEFT_FROM || undefined}>
              {t(`health.mark.${mark.name}`)}
            </span>
          )}
        </div>
      ))}
      {at !== null && at !== undefined && (
        <div className={css.cursor} style={{ left: percent(x(at)) }}>
          {value !== null && value !== undefined && (
            <div className={css.point} style={{ top: percent(y(value)) }} />
          )}
        </div>
      )}
    </>
  )
}
