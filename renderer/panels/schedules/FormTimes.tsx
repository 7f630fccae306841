/** From when to when, on the clocks of the system and on the operator's own. */
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../stores/preferences.ts'
import { Fact, Facts } from '../../ui/Card.tsx'
import { fieldText } from './form-values.ts'
import { spanText, whenText, zonedSpanText, zoneLabel } from './form-texts.ts'
import { lengthText, ownZone } from '../../schedule/texts.ts'
import { MINUTE_MS } from '../../time.ts'
import { dateOf } from '../../zone-time.ts'
import type { ScheduleFormState } from './use-schedule-form.ts'
import css from './Form.module.css'

const STEP_MS = 15 * 60_000

interface Props {
  readonly form: ScheduleFormState
  /** Milliseconds since 1970. */
  readonly now: number
}

export function FormTimes({ form, now }: Props) {
  const { t } = useTranslation()
  const language = usePreferences((s) => s.language)
  const { values, original, zone } = form
  const { startsAt, endsAt } = values
  const own = ownZone()
  const moved = original !== null && (original.startsAt !== startsAt || original.endsAt !== endsAt)
  const past = !form.unread && startsAt < now && (original === null || original.startsAt !== startsAt)
  const known = dateOf(startsAt, zone)
  const hasSeconds = [startsAt, endsAt].some((at) => at % MINUTE_MS !== 0)
  // What follows from the times does so only where both are known.
  const told = (text: () => string) => (form.unread ? '–' : text())
  return (
    <>
      <div className={css.times} data-seconds={hasSeconds || undefined}>
        <TimeField form={form} field="start" />
        <TimeField form={form} field="end" />
      </div>
      {past && <p className="meta">{t('schedules.form.past')}</p>}
      <Facts>
        <Fact label={t('schedules.form.length')}>
          {told(() => (endsAt > startsAt ? lengthText(t, endsAt - startsAt) : '–'))}
        </Fact>
        <Fact label={t('schedules.form.serviceZone')}>
          {told(() => zonedSpanText(values, known, zone, language))}
        </Fact>
        {own !== zone && (
          <Fact label={t('schedules.form.ownZone')}>
            {told(() => zonedSpanText(values, known, own, language))}
          </Fact>
        )}
        {moved && <Fact label={t('schedules.form.was')}>{spanText(original, known, zone, language)}</Fact>}
      </Facts>
    </>
  )
}

function TimeField({ form, field }: { readonly form: ScheduleFormState; readonly field: 'start' | 'end' }) {
  const { t } = useTranslation()
  const language = usePreferences((s) => s.language)
  const [focused, setFocused] = useState(false)
  const { zone } = form
  const { text, reading, at } = form.times[field]
  const error = () => {
    if (text !== undefined && reading === null)
      return focused && !form.tried ? undefined : t('schedules.form.incomplete')
    if (text !== undefined && reading?.kind === 'skipped') {
      return t('schedules.form.skipped', {
        zone,
        next: whenText(reading.next, dateOf(at, zone), zone, language),
      })
    }
    const other = form.canChange ? form.inTheWay[field] : undefined
    if (other === undefined) return form.errorOf(field)
    const time = whenText(field === 'start' ? other.endsAt : other.startsAt, dateOf(at, zone), zone, language)
    return form.errorOf(field) ?? t(`schedules.form.overlap.${field}`, { name: other.name, time })
  }
  return (
    <TextInput
      label={t(`schedules.form.${field}`)}
      title={form.canChange ? t('schedules.form.stepHelp') : undefined}
      value={text ?? fieldText(at, zone)}
      readOnly={!form.canChange}
      error={error()}
      description={
        reading?.kind === 'twice' ? t('schedules.form.twice', { zone: zoneLabel(at, zone) }) : undefined
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => form.write(field, event.currentTarget.value)}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false)
        form.leave(field)
      }}
      onKeyDown={(event) => {
        const way = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
        if (way === 0 || !form.canChange || event.altKey || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        form.step(field, way * STEP_MS)
      }}
    />
  )
}
