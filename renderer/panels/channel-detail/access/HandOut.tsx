/** Makes an address that expires, and shows it this once. */
import { Button, Select, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { MOST_ADDRESS_LABEL } from '../../../../service/contract/console/access.ts'
import { accessKey, makeAddress } from '../../../api/access.ts'
import { useNow } from '../../../api/events/clock.ts'
import { errorText } from '../../../api/error-text.ts'
import { zoneName } from '../../../i18n/format.ts'
import { queries } from '../../../queries.ts'
import { useSignedIn } from '../../../stores/session.ts'
import { HOUR_MS } from '../../../time.ts'
import { useMinute } from '../../../ui/Moment.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { CopyField } from '../../../ui/ValueField.tsx'
import { BandRow } from './Band.tsx'
import css from './Access.module.css'

const HOURS = [1, 4, 12, 24, 72, 168] as const
const USUAL = 4

export function HandOut({ channelId }: { channelId: string }) {
  const { t } = useTranslation()
  const { timeZone } = useSignedIn().system
  const minute = useMinute()
  const now = useNow()
  const [hours, setHours] = useState<number>(USUAL)
  const [label, setLabel] = useState('')
  const make = useMutation({
    mutationFn: (wanted: string) => makeAddress(channelId, wanted, hours * 3600),
    onSuccess: () => {
      setLabel('')
      void queries.invalidateQueries({ queryKey: accessKey(channelId) })
    },
  })
  const wanted = label.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wanted !== '') make.mutate(wanted)
  }
  const words = (count: number) =>
    t(count < 48 ? 'access.hours' : 'access.days', { count: count < 48 ? count : count / 24 })
  const time = `${minute(now + hours * HOUR_MS)} ${zoneName(now, timeZone)}`
  return (
    <form onSubmit={submit}>
      <BandRow label={t('access.handOut')}>
        <div className={css.hand}>
          <Select
            aria-label={t('access.goodFor')}
            w={92}
            allowDeselect={false}
            data={HOURS.map((one) => ({ value: String(one), label: words(one) }))}
            value={String(hours)}
            onChange={(value) => setHours(Number(value))}
          />
          <TextInput
            aria-label={t('access.label')}
            placeholder={t('access.labelExample')}
            w={212}
            maxLength={MOST_ADDRESS_LABEL}
            value={label}
            onChange={(event) => setLabel(event.currentTarget.value)}
          />
          <span className={css.second}>{t('access.until', { time })}</span>
          <Button type="submit" disabled={wanted === ''} loading={make.isPending}>
            {t('access.make')}
          </Button>
        </div>
      </BandRow>
      {make.isError && (
        <div className={css.made}>
          <Notice tone="fail">{t('access.notDone', { reason: errorText(t, make.error) })}</Notice>
        </div>
      )}
      {make.isSuccess && (
        <div className={css.made}>
          <div>
            <Notice tone="warn" actions={<Button onClick={() => make.reset()}>{t('access.copied')}</Button>}>
              {t('access.made', { label: make.variables })}
            </Notice>
            <CopyField label={t('access.address')} value={make.data.signedUrl} />
          </div>
        </div>
      )}
    </form>
  )
}
