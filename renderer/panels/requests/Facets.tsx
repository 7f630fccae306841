import { useTranslation } from 'react-i18next'
import { API_NAMES, STATUS_CLASSES } from '../../../service/contract/console/requests.ts'
import { Facet } from '../../log/facets.tsx'
import { Glyph } from '../../ui/Glyph.tsx'
import { drawStatus } from './draw-request.ts'
import type { Search } from './search.ts'
import css from '../../ui/Choice.module.css'

interface Props {
  readonly search: Search
  readonly change: (members: Readonly<Record<string, string>>) => void
}

/** Filters with a fixed choice: which API, and how it answered. */
export function Facets({ search, change }: Props) {
  const { t } = useTranslation()
  return (
    <div className={css.facets}>
      <Facet
        title={t('requests.column.api')}
        value={search.api}
        choose={(api) => change({ api })}
        values={API_NAMES}
        label={(api) => t(`requests.api.${api}`)}
      />
      <Facet
        title={t('requests.column.status')}
        value={search.status}
        choose={(status) => change({ status })}
        values={STATUS_CLASSES}
        label={(status) => {
          const { glyph, tone } = drawStatus(Number(status[0]) * 100)
          return (
            <>
              <Glyph name={glyph} tone={tone} />
              {t(`requests.class.${status}`)}
            </>
          )
        }}
      />
    </div>
  )
}
