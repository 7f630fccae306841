/** Filters with a fixed choice: what became of it, which event, which channel. */
import { useTranslation } from 'react-i18next'
import { WEBHOOK_STATES } from '../../../service/contract/console/webhooks.ts'
import { Facet, PickFacet } from '../../log/facets.tsx'
import { Glyph } from '../../ui/Glyph.tsx'
import { useChannelNames } from '../../ui/use-channel-name.ts'
import { drawState } from './draw-webhook.ts'
import type { LogSearch } from './search.ts'
import css from '../../ui/Choice.module.css'

const TYPES = ['connection.created', 'connection.updated', 'connection.destroyed', 'auth'] as const

interface Props {
  readonly search: LogSearch
  readonly change: (members: Readonly<Record<string, string>>) => void
}

export function Facets({ search, change }: Props) {
  const { t } = useTranslation()
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
      <Facet<string>
        title={t('webhooks.facet.type')}
        value={search.type}
        choose={(type) => change({ type })}
        values={TYPES}
        label={(type) => <span lang="en">{type}</span>}
      />
      <PickFacet
        label={t('webhooks.facet.channel')}
        value={search.channel}
        choose={(channel) => change({ channel })}
        names={useChannelNames()}
      />
    </div>
  )
}
