import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { DestinationView } from '../../../service/contract/console/destinations.ts'
import { Fact, Facts } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { ChannelNames } from './ChannelNames.tsx'
import { askDeleteDestination } from './delete-destination.ts'
import { useDestinations } from '../../archive/use-destinations.ts'
import css from './NewDestination.module.css'

/** After a destination got a successor: who still uses the old one, and what to do about it. */
export function Replaced({ old, madeId }: { old: DestinationView; madeId: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const made = useDestinations().data?.find(({ id }) => id === madeId)
  const toList = () => void navigate({ to: '/archives/destinations' })
  const count = old.channels.length
  return (
    <>
      <PageHead>
        <h1>{t('destinations.replaced.title')}</h1>
      </PageHead>
      <div className={css.replaced}>
        <Facts>
          <Fact label={t('destinations.replaced.new')}>
            <span className="mono">{made?.bucketUri ?? madeId}</span>
          </Fact>
          <Fact label={t('destinations.replaced.old')}>
            <span className="mono">{old.bucketUri}</span>
          </Fact>
        </Facts>
        {count === 0 ? (
          <p>{t('destinations.replaced.unused')}</p>
        ) : (
          <Notice tone="warn" alert={false}>
            <h2>{t('destinations.replaced.used', { count })}</h2>
            <p>{t('destinations.replaced.usedHelp')}</p>
            <ChannelNames channels={old.channels} />
          </Notice>
        )}
        <div className={css.buttons}>
          <Button variant="filled" onClick={toList} data-autofocus autoFocus>
            {t('destinations.replaced.done')}
          </Button>
          {count === 0 && (
            <Button onClick={() => askDeleteDestination(t, queries, old, toList)}>
              {t('destinations.replaced.deleteOld')}
            </Button>
          )}
        </div>
      </div>
    </>
  )
}
