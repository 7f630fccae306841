import { useTranslation } from 'react-i18next'
import { API_NAMES, STATUS_CLASSES } from '../../../service/contract/console-requests.ts'
import { Choice } from '../../ui/Choice.tsx'
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
      <Choice
        title={t('requests.column.api')}
        value={search.api ?? ''}
        choose={(api) => change({ api })}
        options={[
          { value: '', label: t('requests.all') },
          ...API_NAMES.map((api) => ({ value: api, label: t(`requests.api.${api}`) })),
        ]}
      />
      <Choice
        title={t('requests.column.status')}
        value={search.status ?? ''}
        choose={(status) => change({ status })}
        options={[
          { value: '', label: t('requests.all') },
          ...STATUS_CLASSES.map((status) => {
            const { glyph, tone } = drawStatus(Number(status[0]) * 100)
            return {
              value: status,
              label: (
                <>
                  <Glyph name={glyph} tone={tone} />
                  {t(`requests.class.${status}`)}
                </>
              ),
            }
          }),
        ]}
      />
    </div>
  )
}
