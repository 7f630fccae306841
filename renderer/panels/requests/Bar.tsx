/** Above the log: its text filter, the folded facets, what is filtered besides, the way back to the newest. */
import { Button, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FilterField } from '../../ui/FilterField.tsx'
import { FoldedFilters } from '../../ui/FoldedFilters.tsx'
import { Facets } from './Facets.tsx'
import type { Search } from './search.ts'
import css from '../../ui/ListBar.module.css'

interface Props {
  readonly search: Search
  readonly change: (members: Readonly<Record<string, string>>) => void
  readonly paused: boolean
  readonly showNewest: () => void
}

export function Bar({ search, change, paused, showNewest }: Props) {
  const { t } = useTranslation()
  const facets = [search.api, search.status].filter((one) => one !== undefined).length
  return (
    <div className={css.bar}>
      <FilterField
        className={css.filter}
        label={t('requests.filterLabel')}
        placeholder={t('requests.filter')}
        value={search.q ?? ''}
        onChange={(q) => change({ q })}
      />
      {(['operation', 'caller'] as const).map((member) => {
        const value = search[member]
        if (value === undefined) return null
        return (
          <Button key={member} className={css.endpoint} size="xs" onClick={() => change({ [member]: '' })}>
            <span className="cut">{value}</span>
            <span aria-hidden="true">&nbsp;×</span>
            <span className="hidden-text">{t('requests.clearFilter')}</span>
          </Button>
        )
      })}
      <FoldedFilters
        title={t('requests.filters')}
        label={facets === 0 ? t('requests.filters') : t('requests.filtersActive', { number: facets })}
      >
        <Facets search={search} change={change} />
      </FoldedFilters>
      {paused && (
        <UnstyledButton className={css.fresh} onClick={showNewest}>
          {t('requests.newest')}
        </UnstyledButton>
      )}
    </div>
  )
}
