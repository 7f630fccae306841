/** Filters with a fixed choice: what became of it, where it is kept, which channel. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { RECORDING_STATES } from '../../../service/contract/console/words.ts'
import { useDestinations } from '../../archive/use-destinations.ts'
import { Facet, PickFacet } from '../../log/facets.tsx'
import { Glyph } from '../../ui/Glyph.tsx'
import { useChannelNames } from '../../channel/use-channel-name.ts'
import { drawState } from '../../archive/draw-recording.ts'
import type { RecordingSearch } from './search.ts'
import css from '../../log/Choice.module.css'

interface Props {
  readonly search: RecordingSearch
  readonly change: (members: Readonly<Record<string, string>>) => void
}

export function Facets({ search, change }: Props) {
  const { t } = useTranslation()
  return (
    <div className={css.facets}>
      <Facet
        title={t('recordings.facet.state')}
        value={search.state}
        choose={(state) => change({ state })}
        values={RECORDING_STATES}
        label={(state) => (
          <>
            <Glyph name={drawState(state).glyph} tone={drawState(state).tone} />
            {t(`recordings.state.${state}`)}
          </>
        )}
      />
      <PickFacet
        label={t('recordings.facet.destination')}
        value={search.destination}
        choose={(destination) => change({ destination })}
        names={useDestinationNames()}
      />
      <PickFacet
        label={t('recordings.facet.channel')}
        value={search.channel}
        choose={(channel) => change({ channel })}
        names={useChannelNames()}
      />
    </div>
  )
}

function useDestinationNames(): ReadonlyMap<string, string> {
  const { data } = useDestinations()
  return useMemo(() => new Map(data?.map(({ id, bucketUri }) => [id, bucketUri])), [data])
}
