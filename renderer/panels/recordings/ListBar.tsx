/** Above the list: its text filter, and the folded filters. */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { shortId } from '../../i18n/format.ts'
import { FilterField } from '../../ui/FilterField.tsx'
import { FoldedFilters } from '../../ui/FoldedFilters.tsx'
import { Filters } from './Filters.tsx'
import type { RecordingSearch } from './search.ts'
import css from '../../ui/ListBar.module.css'

interface Props {
  readonly search: RecordingSearch
  readonly change: (members: Readonly<Record<string, string>>) => void
}

export function ListBar({ search, change }: Props) {
  const { t } = useTranslation()
  const { state, destination, channel, connection } = search
  const active = [state, destination, channel].filter((one) => one !== undefined).length
  return (
    <div className={css.bar}>
      <FilterField
        className={css.filter}
        label={t('recordings.filterLabel')}
        placeholder={t('recordings.filterText')}
        value={search.q ?? ''}
        onChange={(q) => change({ q })}
      />
      {connection !== undefined && (
        <Button className={css.endpoint} size="xs" onClick={() => change({ connection: '' })}>
          <span className="cut">{t('recordings.oneBroadcast', { id: shortId(connection) })}</span>
          <span aria-hidden="true">&nbsp;×</span>
          <span className="hidden-text">{t('recordings.allBroadcasts')}</span>
        </Button>
      )}
      <FoldedFilters
        title={t('recordings.filters')}
        label={active === 0 ? t('recordings.filters') : t('recordings.filtersActive', { number: active })}
      >
        <Filters search={search} change={change} />
      </FoldedFilters>
    </div>
  )
}
