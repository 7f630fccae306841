/** Filters with a fixed choice: what became of it, why not, which event, which channel, where to, when. */
import { Checkbox } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { FAILURE_CLASSES, WEBHOOK_STATES } from '../../../service/contract/console/words.ts'
import { useEndpoints } from '../../api/use-endpoints.ts'
import { Facet, PickFacet } from '../../log/facets.tsx'
import { TimeFacet } from '../../log/TimeFacet.tsx'
import { Glyph } from '../../ui/Glyph.tsx'
import { useChannelNames } from '../../channel/use-channel-name.ts'
import { drawState } from '../../webhook/draw-webhook.ts'
import type { LogSearch } from './search.ts'
import { hostAndPath } from '../../webhook/texts.ts'
import css from '../../log/Choice.module.css'

const TYPES = new Map(
  [
    'connection.created',
    'connection.updated',
    'connection.destroyed',
    'archive.created',
    'archive.failed',
    'notify.playlist_url',
    'auth',
  ].map((type) => [type, type]),
)

interface Props {
  readonly search: LogSearch
  readonly change: (members: Readonly<Record<string, string>>) => void
}

export function Facets({ search, change }: Props) {
  const { t } = useTranslation()
  const causes = useMemo(
    () => new Map(FAILURE_CLASSES.map((cause) => [cause, t(`webhooks.cause.${cause}`)])),
    [t],
  )
  return (
    <div className={css.facets}>
      <Facet
        title={t('webhooks.facet.result')}
        value={search.state}
        choose={(state) => change({ state })}
        values={WEBHOOK_STATES}
        label={(state) => (
          <>
            <Glyph name={drawState(state).glyph} tone={drawState(state).tone} />
            {t(`webhooks.state.${state}`)}
          </>
        )}
      />
      <PickFacet
        label={t('webhooks.facet.cause')}
        value={search.cause}
        choose={(cause) => change({ cause })}
        names={causes}
      />
      <PickFacet
        label={t('webhooks.facet.type')}
        value={search.type}
        choose={(type) => change({ type })}
        names={TYPES}
      />
      <PickFacet
        label={t('webhooks.facet.channel')}
        value={search.channel}
        choose={(channel) => change({ channel })}
        names={useChannelNames()}
      />
      <PickFacet
        label={t('webhooks.facet.endpoint')}
        value={search.url}
        choose={(url) => change({ url })}
        names={useEndpointNames(search.url)}
      />
      <TimeFacet times={search} change={change} />
      <Checkbox
        label={t('webhooks.facet.byHand')}
        checked={search.byHand !== undefined}
        onChange={({ currentTarget }) => change({ byHand: currentTarget.checked ? 'true' : '' })}
      />
    </div>
  )
}

/** Addresses of the endpoints by their URL, with the one that is chosen. */
export function useEndpointNames(chosen: string | undefined): ReadonlyMap<string, string> {
  const { data } = useEndpoints()
  return useMemo(() => {
    const urls = new Set([...(data ?? []).map(({ url }) => url), ...(chosen === undefined ? [] : [chosen])])
    return new Map([...urls].map((url) => [url, hostAndPath(url)]))
  }, [data, chosen])
}
