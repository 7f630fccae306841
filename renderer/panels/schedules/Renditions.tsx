/** What viewers get by HLS: chosen for a new schedule, shown for a registered one. */
import { Anchor, SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { snapAudioBitRate, type Rendition } from '../../../service/contract/rendition.ts'
import { grouped } from '../../i18n/format.ts'
import { askDiscard } from '../../ui/ask-discard.ts'
import { Fact, Facts } from '../../ui/Card.tsx'
import { renditionName, renditionRates } from '../../channel/ladder.ts'
import { nextFree } from '../../schedule/conflict.ts'
import { isWritten } from './draft.ts'
import { nextFullHour, QUALITIES, qualityOf, renditionsOf, type Quality } from './form-values.ts'
import { useBeginNew } from './use-begin-new.ts'
import type { ScheduleFormState } from './use-schedule-form.ts'
import css from './Form.module.css'

interface Props {
  readonly form: ScheduleFormState
  /** Milliseconds since 1970. */
  readonly now: number
}

export function Renditions({ form, now }: Props) {
  const { t } = useTranslation()
  const { values, original, canChange, errorOf } = form
  const error = errorOf('renditions')
  return (
    <section className={css.section} aria-label={t('schedules.form.renditions')}>
      <h3>{t('schedules.form.renditions')}</h3>
      {original === null && canChange && <Qualities form={form} />}
      <List renditions={values.renditions} />
      {error !== undefined && <p className={css.error}>{error}</p>}
      {original === null ? (
        <p className="meta">{t('schedules.form.willFix')}</p>
      ) : (
        <p className="meta">
          {t('schedules.form.fixed')} {canChange && <Duplicate form={form} now={now} />}
        </p>
      )}
    </section>
  )
}

function Qualities({ form: { values, change } }: { readonly form: ScheduleFormState }) {
  const { t } = useTranslation()
  const chosen = qualityOf(values.renditions) ?? 'custom'
  const options = chosen === 'custom' ? [...QUALITIES, 'custom' as const] : QUALITIES
  return (
    <SegmentedControl<Quality | 'custom'>
      fullWidth
      aria-label={t('schedules.form.renditions')}
      value={chosen}
      data={options.map((value) => ({ value, label: t(`schedules.form.quality.${value}`) }))}
      onChange={(value) => value !== 'custom' && change({ renditions: renditionsOf(value) })}
    />
  )
}

function List({ renditions }: { readonly renditions: readonly Rendition[] }) {
  const { t } = useTranslation()
  if (renditions.length === 0) return <p className="second">{t('schedules.form.noHls')}</p>
  return (
    <Facts>
      {renditions.map((rendition, index) => (
        <Fact key={index} label={renditionName(rendition, t('channels.audioOnly'))}>
          <span title={asked(rendition)}>
            {renditionRates(rendition)}
            {rendition.video && `, ${rendition.video.fps} fps`}
          </span>
        </Fact>
      ))}
    </Facts>
  )

  /** Where audio is not encoded at the rate that was asked for. */
  function asked({ audio }: Rendition): string | undefined {
    if (audio === undefined) return undefined
    const really = snapAudioBitRate(audio.bps)
    if (really === audio.bps) return undefined
    return `${grouped(audio.bps)} → ${t('create.audioReally', { rate: grouped(really) })}`
  }
}

/** A new one of the same name and length at the next free time, whose renditions can be chosen. */
function Duplicate({ form, now }: Props) {
  const { t } = useTranslation()
  const begin = useBeginNew()
  const { original, others, zone } = form
  if (original === null) return null
  const duplicate = () => {
    const startsAt = Math.max(original.endsAt, nextFullHour(now, zone))
    const period = { startsAt, endsAt: startsAt + (original.endsAt - original.startsAt) }
    const free = nextFree(period, [...others, original])
    const leave = () => begin({ name: original.name, renditions: original.renditions, ...free })
    if (isWritten(form.values)) askDiscard(t, leave)
    else leave()
  }
  return (
    <Anchor component="button" type="button" inherit underline="always" onClick={duplicate}>
      {t('schedules.form.duplicate')}
    </Anchor>
  )
}
