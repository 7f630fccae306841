/** Where broadcasts are kept, what waits for it, and who uses it. */
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { DestinationView } from '../../../service/contract/console/destinations.ts'
import { errorText } from '../../api/error-text.ts'
import { ArchiveHead } from '../../archive/ArchiveHead.tsx'
import { useTitle } from '../../frame/use-title.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { DestinationItem } from './DestinationItem.tsx'
import { EmptyDestinations } from './EmptyDestinations.tsx'
import { useDestinations } from '../../archive/use-destinations.ts'
import css from './Destinations.module.css'

export function Destinations() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const query = useDestinations()
  const { data, error } = query
  useTitle(t('destinations.title'))
  return (
    <>
      <ArchiveHead
        actions={
          <Button
            variant="filled"
            leftSection={<IconPlus size={16} stroke={1.6} />}
            onClick={() => void navigate({ to: '/archives/destinations/new' })}
          >
            {t('destinations.new')}
          </Button>
        }
      />
      {error !== null && (
        <div className={css.failed}>
          <LoadFailed query={query}>{t('destinations.failed', { reason: errorText(t, error) })}</LoadFailed>
        </div>
      )}
      {data === undefined && error === null && <LoadingRows label={t('destinations.loading')} />}
      {data?.length === 0 && <EmptyDestinations />}
      {data !== undefined && data.length > 0 && (
        <>
          <div className={css.page} tabIndex={0} role="group" aria-label={t('destinations.list')}>
            <ul className={css.list}>
              {worstFirst(data).map((destination) => (
                <li key={destination.id}>
                  <DestinationItem destination={destination} />
                </li>
              ))}
            </ul>
          </div>
          <footer className={css.foot}>
            <span>{t('destinations.count', { count: data.length })}</span>
            <span>{t('destinations.testKeeps')}</span>
          </footer>
        </>
      )}
    </>
  )
}

/** Where uploads wait comes first; else in the order of their making. */
const worstFirst = (destinations: readonly DestinationView[]) =>
  destinations.toSorted((a, b) => Number(a.trouble === null) - Number(b.trouble === null))
