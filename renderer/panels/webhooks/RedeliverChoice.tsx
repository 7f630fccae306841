import { Button, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { GivenUpFilter } from '../../api/webhooks.ts'
import { grouped } from '../../i18n/format.ts'
import { MomentField } from '../../log/TimeFacet.tsx'
import { useChannelNames } from '../../channel/use-channel-name.ts'
import { useEndpointNames } from './Facets.tsx'
import css from '../../ui/Inspector.module.css'

interface Props {
  readonly filter: GivenUpFilter
  readonly change: (filter: GivenUpFilter) => void
  /** How many fit; undefined until they are counted. */
  readonly count: number | undefined
  readonly isSending: boolean
  readonly send: () => void
  readonly close: () => void
}

/** Which of what was given up is sent again: by endpoint, channel and time. */
export function RedeliverChoice({ filter, change, count, isSending, send, close }: Props) {
  const { t } = useTranslation()
  const { url, channelId, since } = filter
  const counted = { count: count ?? 0, number: grouped(count ?? 0) }
  return (
    <>
      <p className="second">{t('webhooks.keepsAll')}</p>
      <Pick
        label={t('webhooks.facet.endpoint')}
        value={url}
        names={useEndpointNames(url)}
        choose={(one) => change({ ...filter, url: one })}
      />
      <Pick
        label={t('webhooks.facet.channel')}
        value={channelId}
        names={useChannelNames()}
        choose={(one) => change({ ...filter, channelId: one })}
      />
      <MomentField label="since" at={since} change={(at) => change({ ...filter, since: at })} />
      <p role="status">
        {count !== undefined && t(count === 0 ? 'webhooks.nothingGivenUp' : 'webhooks.givenUpCount', counted)}
      </p>
      <div className={css.actions}>
        <div className={css.buttons}>
          <Button data-autofocus onClick={close}>
            {t('common.cancel')}
          </Button>
          <Button variant="filled" disabled={counted.count === 0} loading={isSending} onClick={send}>
            {t('webhooks.redeliverCount', counted)}
          </Button>
        </div>
      </div>
    </>
  )
}

interface PickProps {
  readonly label: string
  readonly value: string | undefined
  readonly names: ReadonlyMap<string, string>
  /** @param one undefined for all */
  readonly choose: (one: string | undefined) => void
}

function Pick({ label, value, names, choose }: PickProps) {
  const { t } = useTranslation()
  return (
    <Select
      label={label}
      placeholder={t('log.all')}
      value={value ?? null}
      onChange={(one) => choose(one ?? undefined)}
      data={[...names].map(([id, name]) => ({ value: id, label: name }))}
      clearButtonProps={{ 'aria-label': `${label}: ${t('log.all')}` }}
      nothingFoundMessage={t('frame.paletteEmpty')}
      limit={200}
      clearable
      searchable
    />
  )
}
