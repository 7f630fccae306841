/** A new destination, also in place of another: the guided form, tried before it is saved. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localFolder } from '../../api/destinations.ts'
import { useTitle } from '../../frame/use-title.ts'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { DestinationPage } from './DestinationPage.tsx'
import { initialValues, valuesOf } from './form-values.ts'
import { Replaced } from './Replaced.tsx'
import { useDestinations } from '../../archive/use-destinations.ts'

const route = getRouteApi('/archives/destinations/new')

export function NewDestination() {
  const { t } = useTranslation()
  const { store = 's3', replace, channel = false } = route.useSearch()
  const navigate = useNavigate()
  const [madeId, setMadeId] = useState<string | null>(null)
  const list = useDestinations()
  const folder = useQuery({ queryKey: ['local-folder'], queryFn: localFolder })
  useTitle(t('destinations.new'))

  if (folder.isPending || (replace !== undefined && list.isPending))
    return <LoadingRows label={t('destinations.loading')} />
  const old = list.data?.find(({ id }) => id === replace)
  if (madeId !== null && old) return <Replaced old={old} madeId={madeId} />
  const leave = (madeId?: string) => {
    // What was saved is not asked about.
    const ignoreBlocker = madeId !== undefined
    if (channel)
      void navigate({
        ignoreBlocker,
        to: '/channels/new',
        search: { draft: true, ...(madeId === undefined ? {} : { destination: madeId }) },
      })
    else if (madeId !== undefined && old) setMadeId(madeId)
    else void navigate({ to: '/archives/destinations', ignoreBlocker })
  }
  return (
    <DestinationPage
      // Another address is another form.
      key={`${store} ${replace ?? ''}`}
      start={old ? valuesOf(old) : { ...initialValues(folder.data), store }}
      replaces={old ?? (replace === undefined ? null : 'gone')}
      forChannel={channel}
      leave={leave}
    />
  )
}
