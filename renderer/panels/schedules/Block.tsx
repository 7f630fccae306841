/** A schedule on the grid: one button, and further parts where it goes on on other days. */
import type { CSSProperties, KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../stores/preferences.ts'
import { zoneNames } from '../../i18n/format.ts'
import { Glyph } from '../../ui/Glyph.tsx'
import { OnAirPlate } from '../../channel/OnAirPlate.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { visibleName } from '../../ui/visible.ts'
import type { Overlap, Period } from '../../schedule/conflict.ts'
import { HOUR_PX, type Segment } from './layout.ts'
import type { ScheduleState } from './schedule-state.ts'
import { dayText, fromTo, lengthText } from '../../schedule/texts.ts'
import css from './WeekGrid.module.css'

const MINUTE_MS = 60_000
/** Height of a line of text, CSS pixels. */
const LINE_PX = 16
/** What else than the name a block has: its edges, and the line of its time or its plate. */
const OTHER_PX = 28

/** A schedule as it is drawn: where the draft has it, if there is one. */
export interface Item extends Period {
  /** `new` for one that is not registered. */
  readonly id: string
  readonly name: string
  readonly state: ScheduleState | 'draft'
  readonly onAirSince: number | null
  /** True where it is being given another time that cannot be read yet: it says none. */
  readonly unread: boolean
  /** Whom it is in the way of; for the draft only. */
  readonly clashes: readonly Overlap<Period & { readonly name: string }>[]
  /** True where the draft is in its way. */
  readonly hit: boolean
  /** How much of its beginning lies under the draft, milliseconds. */
  readonly covered: number
  readonly selected: boolean
  readonly movable: boolean
  readonly resizable: boolean
}

interface Props {
  readonly item: Item
  readonly segments: readonly Segment[]
  /** How many days the grid has. */
  readonly columns: number
  readonly zone: string
  readonly open: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** Where minutes of a day stand. */
export const placeOf = ({ day, from, to }: Segment, columns: number): CSSProperties => ({
  left: `${(100 / columns) * day}%`,
  width: `${100 / columns}%`,
  top: `${(from / 1440) * 100}%`,
  height: `${((to - from) / 1440) * 100}%`,
})

const pixels = (minutes: number) => (minutes / 60) * HOUR_PX

/** Where the text begins, and how many lines there are for the name. @param first true for the first part */
function roomOf(item: Item, { from, to }: Segment, first: boolean) {
  const covered = first ? pixels(item.covered / MINUTE_MS) : 0
  const rest = pixels(to - from) - covered
  // Where nearly all is covered, no place is better.
  const top = rest < LINE_PX * 2 ? 0 : covered
  const lines = item.clashes.length > 0 ? 1 : Math.floor((pixels(to - from) - top - OTHER_PX) / LINE_PX)
  return { top, lines: Math.max(1, lines) }
}

export function Block({ item, segments, columns, zone, open, onKeyDown }: Props) {
  const label = useBlockLabel(item, zone)
  return segments.map((segment, index) => {
    const { top, lines } = roomOf(item, segment, index === 0)
    const look = {
      className: css.block,
      style: { ...placeOf(segment, columns), '--covered': `${top}px`, '--lines': lines } as CSSProperties,
      'data-id': item.id,
      'data-state': item.state,
      'data-clash': item.clashes.length > 0 || undefined,
      'data-hit': item.hit || undefined,
      'data-open': item.selected || undefined,
      'data-lines': lines,
      'data-line': pixels(segment.to - segment.from) < 40 || undefined,
      'data-movable': item.movable || undefined,
    }
    const edge = item.resizable && index === segments.length - 1 && (
      <span className={css.edge} data-grip="end" />
    )
    if (index > 0) {
      return (
        <div key={index} {...look} aria-hidden="true" onClick={open}>
          <Text item={item} zone={zone} />
          {edge}
        </div>
      )
    }
    return (
      <button key={index} {...look} type="button" aria-label={label} onClick={open} onKeyDown={onKeyDown}>
        <Text item={item} zone={zone} />
        {edge}
      </button>
    )
  })
}

function Text({ item, zone }: { item: Item; zone: string }) {
  const { t } = useTranslation()
  const language = usePreferences((s) => s.language)
  return (
    <span className={css.text}>
      <UserText className={css.name}>{item.name === '' ? t('schedules.grid.unnamed') : item.name}</UserText>
      {item.onAirSince === null ? (
        <span className={`num ${css.time ?? ''}`}>
          {item.clashes.length > 0 && <Glyph name="fail" tone="fail" size={12} />}
          {item.unread ? '–' : fromTo(item, zone, language)}
        </span>
      ) : (
        <OnAirPlate since={item.onAirSince} />
      )}
    </span>
  )
}

/** Title, day, from–to, zone, state, conflict. */
function useBlockLabel(item: Item, zone: string): string {
  const { t } = useTranslation()
  const language = usePreferences((s) => s.language)
  return [
    t('schedules.grid.block', {
      name: item.name === '' ? t('schedules.grid.unnamed') : visibleName(t, item.name),
      day: dayText(item.startsAt, zone, language),
      time: item.unread ? '–' : fromTo(item, zone, language),
      zone: zoneNames(item, zone),
      state: t(`schedules.state.${item.state}`),
    }),
    ...item.clashes.map(({ other, shared }) =>
      t('schedules.grid.overlapping', {
        name: other.name,
        length: lengthText(t, shared.endsAt - shared.startsAt),
      }),
    ),
  ].join(t('common.listSeparator'))
}
