import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { zoneName } from '../i18n/format.ts'
import { readWall, wallOf } from '../zone-time.ts'
import { useSignedIn } from '../stores/session.ts'
import { engineNow } from '../ui/Moment.tsx'

export interface MomentProps {
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
