/** Above the log: its text filter, the folded facets, what is new. */
import { Button, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FilterField } from '../../ui/FilterField.tsx'
import { FoldedFilters } from '../../ui/FoldedFilters.tsx'
import { Facets } from './Facets.tsx'
import { hostAndPath } from './texts.ts'
import type { LogSearch } from './search.ts'
import { PAGE } from './use-log.ts'
import css from '../../ui/ListBar.module.css'

interface Props {
  readonly search: LogSearch
  readonly change: (members: Readonly<Record<string, string>>) => void
  readonly fresh: number
  readonly showFresh: () => void
}

export function LogBar({ search, change, fresh, showFresh }: Props) {
  const { t } = useTranslation()
  const facets = [search.state, search.type, search.channel].filter((one) => one !== undefined).length
  return (
    <div className={css.bar}>
      <FilterField
        className={css.filter}
        label={t('webhooks.filterLabel')}
        placeholder={t('webhooks.filter')}
        value={search.q ?? ''}
        onChange={(q) => change({ q })}
      />
      {search.url !== undefined && (
        <Button className={css.endpoint} size="xs" onClick={() => change({ url: '' })}>
          <span className="cut">{hostAndPath(search.url)}</span>
          <span aria-hidden="true">&nbsp;×</span>
          <span className="hidden-text">{t('webhooks.clearEndpoint')}</span>
        </Button>
      )}
      <FoldedFilters
        title={t('webhooks.filters')}
        label={facets === 0 ? t('webhooks.filters') : t('webhooks.filtersActive', { number: facets })}
      >
        <Facets search={search} change={change} />
      </FoldedFilters>
      {fresh > 0 && (
        <UnstyledButton className={css.fresh} onClick={showFresh}>
          {t('webhooks.fresh', { number: fresh < PAGE ? String(fresh) : `${PAGE}+` })}
        </UnstyledButton>
      )}
    </div>
  )
}
