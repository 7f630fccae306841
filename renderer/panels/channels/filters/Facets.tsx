/** What a filter can ask for besides words, behind a button. */
import { Button, Popover } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Facet } from '../../../log/facets.tsx'
import { IDLE_DAYS, MADE_VIA, readFilter, type ChannelFilter } from './filter.ts'
import { POPOVER_FITS } from '../../../ui/popover-fits.ts'
import css from './Filters.module.css'

interface Props {
  readonly filter: ChannelFilter
  readonly change: (filter: ChannelFilter) => void
}

export function Facets({ filter, change }: Props) {
  const { t } = useTranslation()
  const set = (filter.via ? 1 : 0) + (filter.idle ? 1 : 0)
  return (
    <Popover middlewares={POPOVER_FITS} trapFocus width={220} position="bottom-end" shadow="none">
      <Popover.Target>
        <Button leftSection={<IconFilter size={16} stroke={1.6} />}>
          {set === 0 ? t('log.filters') : t('log.filtersActive', { number: set })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('log.filters')}>
        <div className={css.facets}>
          <Facet
            title={t('channels.filters.via')}
            value={filter.via}
            choose={(via) => change(readFilter({ ...filter, via }))}
            values={MADE_VIA}
            label={(via) => t(`channels.via.${via}`)}
          />
          <Facet
            title={t('channels.filters.idle')}
            value={filter.idle}
            choose={(idle) => change(readFilter({ ...filter, idle }))}
            values={IDLE_DAYS}
            label={(idle) => t('channels.filters.days', { count: Number(idle) })}
          />
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
