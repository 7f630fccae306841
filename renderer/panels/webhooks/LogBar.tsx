/** Above the log: its text filter, the folded facets, what is new. */
import { Button, Popover, UnstyledButton } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { FilterField } from '../../ui/FilterField.tsx'
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
      <Popover trapFocus width={220} position="bottom-end" shadow="none">
        <Popover.Target>
          <Button className={css.folded} leftSection={<IconFilter size={16} stroke={1.6} />}>
            {facets === 0 ? t('webhooks.filters') : t('webhooks.filtersActive', { number: facets })}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('webhooks.filters')}>
          <Facets search={search} change={change} />
        </Popover.Dropdown>
      </Popover>
      {fresh > 0 && (
        <UnstyledButton className={css.fresh} onClick={showFresh}>
          {t('webhooks.fresh', { number: fresh < PAGE ? String(fresh) : `${PAGE}+` })}
        </UnstyledButton>
      )}
    </div>
  )
}
