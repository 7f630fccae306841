/** Catchers: where webhooks go while there is no application, and what arrived. */
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CatcherView } from '../../../../service/contract/console/catchers.ts'
import { errorText } from '../../../api/error-text.ts'
import { grouped } from '../../../i18n/format.ts'
import { EmptyList } from '../../../ui/EmptyList.tsx'
import { useNewThing } from '../../../frame/new-thing.ts'
import { useTitle } from '../../../frame/use-title.ts'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { WebhooksHead } from '../WebhooksHead.tsx'
import { CatcherDialog } from './CatcherDialog.tsx'
import { Caught } from './Caught.tsx'
import { useCatchers } from './use-catchers.ts'
import page from '../../../ui/ListPage.module.css'
import css from './Catchers.module.css'

const route = getRouteApi('/webhooks/catcher')

export function Catchers() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const search = route.useSearch()
  const [making, setMaking] = useState(false)
  const makeNew = useCallback(() => setMaking(true), [])
  useTitle(t('catcher.title'))
  useNewThing(makeNew)
  const query = useCatchers()
  const { data: catchers, error } = query
  const chosen = catchers?.find(({ name }) => name === search.name) ?? catchers?.[0]
  return (
    <>
      <WebhooksHead
        actions={
          <Button variant="filled" leftSection={<IconPlus size={16} stroke={1.6} />} onClick={makeNew}>
            {t('catcher.new')}
          </Button>
        }
      />
      <CatcherDialog
        catcher={null}
        opened={making}
        close={() => setMaking(false)}
        saved={({ name }) => void navigate({ to: '/webhooks/catcher', search: { name } })}
      />
      {error !== null && (
        <div className={page.failed}>
          <LoadFailed query={query}>{t('catcher.failed', { reason: errorText(t, error) })}</LoadFailed>
        </div>
      )}
      {catchers === undefined && error === null && <LoadingRows label={t('catcher.loading')} />}
      {catchers?.length === 0 && (
        <EmptyList title={t('catcher.empty')} lead={t('catcher.emptyHelp')}>
          <Button variant="filled" onClick={makeNew}>
            {t('catcher.new')}
          </Button>
        </EmptyList>
      )}
      {catchers !== undefined && chosen !== undefined && (
        <div className={css.page} data-open={search.request !== undefined || undefined}>
          <List catchers={catchers} chosen={chosen.name} />
          <Caught key={chosen.name} catcher={chosen} openId={search.request} />
        </div>
      )}
    </>
  )
}

function List({ catchers, chosen }: { catchers: readonly CatcherView[]; chosen: string }) {
  const { t } = useTranslation()
  return (
    <nav className={css.list} aria-label={t('catcher.title')} data-pane="facets" tabIndex={-1}>
      {catchers.map(({ name, requests }) => (
        <Link
          key={name}
          to="/webhooks/catcher"
          search={{ name }}
          className={css.item}
          aria-current={name === chosen ? 'true' : undefined}
        >
          <span className="mono cut" lang="en" title={name} data-shortens>
            {name}
          </span>
          <span className="num third">
            <span aria-hidden="true">{grouped(requests)}</span>
            <span className="hidden-text">{t('catcher.count', { count: requests })}</span>
          </span>
        </Link>
      ))}
    </nav>
  )
}
