import { Button, Select } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { DestinationView } from '../../../service/contract/console/destinations.ts'
import { errorText } from '../../api/error-text.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { useDestinations } from '../../archive/use-destinations.ts'
import { useLocalStorage } from '../../archive/use-local-storage.ts'
import { keepDraft } from './draft.ts'
import type { ChannelForm } from './use-new-channel.ts'
import css from './NewChannel.module.css'

/** Where the channel is recorded to; the ways to a destination where there is none. */
export function RecordTo({ form }: { form: ChannelForm }) {
  const { t } = useTranslation()
  const query = useDestinations()
  const { data, error } = query
  const field = form.field('destinationId')
  const known = data ?? []
  return (
    <>
      {error !== null && (
        <LoadFailed query={query}>
          {t('destinations.channel.failed', { reason: errorText(t, error) })}
        </LoadFailed>
      )}
      <div className={css.record}>
        <Select
          className={css.recordTo}
          label={t('destinations.channel.recordTo')}
          description={t(data?.length === 0 ? 'destinations.channel.off' : 'destinations.channel.help')}
          data={[
            { value: '', label: t('destinations.channel.none') },
            ...options(known, form.values.destinationId),
          ]}
          disabled={data?.length === 0}
          {...field}
        />
        <AddDestination form={form} none={data?.length === 0} />
      </div>
    </>
  )
}

function AddDestination({ form, none }: { form: ChannelForm; none: boolean }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const local = useLocalStorage(({ id }) => form.setFieldValue('destinationId', id))
  const add = () => {
    keepDraft(form.getValues())
    void navigate({ to: '/archives/destinations/new', search: { channel: true }, ignoreBlocker: true })
  }
  return (
    <>
      {none && (
        <Button loading={local.isPending} onClick={() => local.mutate()}>
          {t('destinations.empty.local')}
        </Button>
      )}
      <Button variant="subtle" onClick={add}>
        {t('destinations.channel.add')}
      </Button>
    </>
  )
}

/** The chosen one is among them, also before the list is read. */
function options(destinations: readonly DestinationView[], chosen: string) {
  const known = destinations.map(({ id, bucketUri }) => ({ value: id, label: bucketUri }))
  return chosen === '' || known.some(({ value }) => value === chosen)
    ? known
    : [...known, { value: chosen, label: chosen }]
}
