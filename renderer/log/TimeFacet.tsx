/** From when to when: the last hours, or two moments on the clocks of the system. */
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { zoneName } from '../i18n/format.ts'
import { readWall, wallOf } from '../panels/schedules/zone-time.ts'
import { useSignedIn } from '../stores/session.ts'
import { engineNow } from '../ui/Moment.tsx'
import { Facet } from './facets.tsx'
import { HOUR_MS, MINUTE_MS } from '../time.ts'
import { LASTS, type Last, type Times } from './times.ts'
import css from '../ui/Choice.module.css'

interface Props {
  readonly times: Times
  readonly change: (members: Readonly<Record<string, string>>) => void
}

export function TimeFacet({ times, change }: Props) {
  const { t } = useTranslation()
  const isBetween = times.from !== undefined || times.to !== undefined
  /** Begins an hour ago, so that there is something to change. */
  const choose = (value: Last | 'between' | '') =>
    change(
      value === 'between'
        ? { last: '', from: String(Math.floor(engineNow() / MINUTE_MS) * MINUTE_MS - HOUR_MS) }
        : { last: value, from: '', to: '' },
    )
  return (
    <>
      <Facet
        title={t('log.time')}
        value={isBetween ? 'between' : times.last}
        choose={choose}
        values={[...LASTS, 'between']}
        label={(value) => t(`log.last.${value}`)}
      />
      {isBetween && (
        <div className={css.fields}>
          {(['from', 'to'] as const).map((end) => (
            <MomentField
              key={end}
              label={end}
              at={times[end]}
              change={(at) => change({ [end]: at === undefined ? '' : String(at) })}
            />
          ))}
        </div>
      )}
    </>
  )
}

interface MomentProps {
  readonly label: 'from' | 'to' | 'since'
  /** Milliseconds since 1970; undefined for none. */
  readonly at: number | undefined
  readonly change: (at: number | undefined) => void
}

/** A day and a time on the clocks of the system; a time that they skip is the next one that they show. */
export function MomentField({ label, at, change }: MomentProps) {
  const { t } = useTranslation()
  const { timeZone } = useSignedIn().system
  return (
    <TextInput
      type="datetime-local"
      label={t(`log.${label}`, { zone: zoneName(at ?? engineNow(), timeZone) })}
      value={at === undefined ? '' : wallOf(at, timeZone).slice(0, 16)}
      onChange={({ currentTarget: { value } }) => {
        if (value === '') return change(undefined)
        const reading = readWall(value, timeZone)
        change(reading.kind === 'skipped' ? reading.next : reading.at)
      }}
    />
  )
}
