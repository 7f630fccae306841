/** Something that lasts, in its place of the day, and what it leads to. */
import type { CSSProperties, ReactNode } from 'react'
import type { Period } from '../../../schedule/conflict.ts'
import { segmentsOf, type Day } from '../layout.ts'
import css from './Timeline.module.css'

/** Least width of an hour, CSS pixels. */
export const HOUR_PX = 80
/** What a word in a bar needs, CSS pixels. */
const WORD_PX = 72

interface Props {
  readonly day: Day
  readonly period: Period
  readonly kind: 'plan' | 'session' | 'recording'
  readonly state: string
  /** What is written in it where it is wide enough. */
  readonly word: string
  /** What leads somewhere; it is wide enough to be hit, however short the time was. */
  readonly children: (look: {
    readonly className: string | undefined
    readonly style: CSSProperties
    readonly content: ReactNode
  }) => ReactNode
}

export function Bar({ day, period, kind, state, word, children }: Props) {
  const [segment] = segmentsOf(period, [day])
  if (segment === undefined) return null
  const minutes = segment.to - segment.from
  const style = { left: `${(segment.from / 1440) * 100}%`, width: `${(minutes / 1440) * 100}%` }
  const content = (minutes / 60) * HOUR_PX < WORD_PX ? null : <span className="cut">{word}</span>
  return (
    <>
      <div className={css.bar} data-kind={kind} data-state={state} style={style} aria-hidden="true" />
      {children({ className: css.link, style, content })}
    </>
  )
}
