/** Beside a draft that is in the way of another: by how much, and the two keys that help. */
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../ui/Glyph.tsx'
import { KeyCap } from '../../ui/KeyCap.tsx'
import type { Segment } from './layout.ts'
import { clockText, lengthText } from '../../schedule/texts.ts'
import type { Refusal } from './use-refusal.ts'
import css from './WeekGrid.module.css'

interface Props {
  readonly refusal: Refusal
  /** The draft's first part in view. */
  readonly segment: Segment
  readonly columns: number
  readonly zone: string
}

export function ConflictTip({ refusal, segment, columns, zone }: Props) {
  const { t } = useTranslation()
  const { clashes, original, freeAt } = refusal
  const [first] = clashes
  if (first === undefined) return null
  const { other, shared } = first
  const top = { top: `calc(${(segment.from / 1440) * 100}% - 44px)` }
  const side =
    columns === 1
      ? { right: 16 }
      : segment.day > columns - 3
        ? { right: `calc(${(1 - segment.day / columns) * 100}% + 8px)` }
        : { left: `calc(${((segment.day + 1) / columns) * 100}% + 8px)` }
  return (
    <div className={css.tip} style={{ ...top, ...side }} role="status">
      <strong>
        <Glyph name="fail" tone="fail" />
        {t('schedules.grid.tip', {
          name: other.name,
          length: lengthText(t, shared.endsAt - shared.startsAt),
        })}
      </strong>
      <span className="second">{t('schedules.grid.refused')}</span>
      <span className={css.key}>
        <KeyCap>F</KeyCap>
        {t('schedules.grid.nextFree', { time: clockText(freeAt, zone) })}
      </span>
      <span className={css.key}>
        <KeyCap>Esc</KeyCap>
        {original === null
          ? t('schedules.grid.discard')
          : t('schedules.grid.putBack', { time: clockText(original.startsAt, zone) })}
      </span>
    </div>
  )
}
