import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DestinationView } from '../../../service/contract/console/destinations.ts'
import { beginSavedTest } from '../../api/destinations.ts'
import { byteSize, plain } from '../../i18n/format.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { ChannelNames } from './ChannelNames.tsx'
import { askDeleteDestination } from './delete-destination.ts'
import { DestinationState } from './DestinationState.tsx'
import { valuesOf } from './form-values.ts'
import { NewCredentials } from './NewCredentials.tsx'
import { SavedTest } from './SavedTest.tsx'
import { useTest } from './use-test.ts'
import css from './Destinations.module.css'

export function DestinationItem({ destination }: { destination: DestinationView }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { id, bucketUri, settings, unfinished, pendingBytes, createdAt } = destination
  const open = Object.entries(settings)
  const test = useTest({ begin: beginSavedTest, request: id })
  const [isGiving, setGiving] = useState(false)
  return (
    <article className={css.item} aria-label={bucketUri}>
      <header className={css.head}>
        <span className={css.kind}>{t(`destinations.stores.${valuesOf(destination).store}`)}</span>
        <h2 className={css.uri}>{bucketUri}</h2>
        <div className={css.actions}>
          <CopyButton value={bucketUri} thing={t('destinations.uri')} />
          <Button
            size="xs"
            loading={test.running}
            aria-label={t('destinations.testLabel', { uri: bucketUri })}
            onClick={() => test.start(id)}
          >
            {t('destinations.test.again')}
          </Button>
          {destination.kind !== 'file' && (
            <Button
              size="xs"
              aria-label={t('destinations.newCredentials.label', { uri: bucketUri })}
              onClick={() => setGiving(true)}
            >
              {t('destinations.newCredentials.open')}
            </Button>
          )}
          <Button
            size="xs"
            aria-label={t('destinations.replaceLabel', { uri: bucketUri })}
            onClick={() => void navigate({ to: '/archives/destinations/new', search: { replace: id } })}
          >
            {t('destinations.replace')}
          </Button>
          <Button
            size="xs"
            aria-label={t('destinations.deleteLabel', { uri: bucketUri })}
            onClick={() => askDeleteDestination(t, queries, destination)}
          >
            {t('destinations.delete')}
          </Button>
        </div>
      </header>
      <dl className={css.body}>
        <Fact label={t('destinations.state')}>
          <DestinationState destination={destination} test={test} />
        </Fact>
        <Fact label={t('destinations.usedBy')}>
          <UsedBy channels={destination.channels} />
        </Fact>
        <Fact label={t('destinations.waiting')}>
          {unfinished === 0 ? (
            <span className={css.plain}>{t('destinations.nothingWaits')}</span>
          ) : (
            <span className="num">
              {[t('destinations.recordings', { count: unfinished }), plain(byteSize(pendingBytes))].join(
                t('common.listSeparator'),
              )}
            </span>
          )}
        </Fact>
        <Fact label={t(open.length > 0 ? 'destinations.settings' : 'destinations.made')}>
          {open.length > 0 ? (
            open.map(([member, value]) => (
              <div key={member} className="mono second" title={member}>
                {value}
              </div>
            ))
          ) : (
            <Moment at={createdAt} className="second" />
          )}
        </Fact>
      </dl>
      <SavedTest test={test} isFolder={destination.kind === 'file'} />
      <NewCredentials
        destination={destination}
        opened={isGiving}
        close={() => setGiving(false)}
        changed={() => test.start(id)}
      />
    </article>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function UsedBy({ channels }: Pick<DestinationView, 'channels'>) {
  const { t } = useTranslation()
  if (channels.length === 0) return <span className={css.plain}>{t('destinations.unused')}</span>
  return (
    <>
      <div className="num">{t('destinations.channels', { count: channels.length })}</div>
      <ChannelNames channels={channels} />
    </>
  )
}
