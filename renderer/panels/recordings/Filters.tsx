/** Filters with a fixed choice: what became of it, where it is kept, which channel. */
import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { RECORDING_STATES } from '../../../service/contract/console-archive.ts'
import { useChannels } from '../../api/events/hooks.ts'
import { useDestinations } from '../../archive/use-destinations.ts'
import { shortId } from '../../i18n/format.ts'
import { Choice } from '../../ui/Choice.tsx'
import { Glyph } from '../../ui/Glyph.tsx'
import { useChannelName } from '../../ui/use-channel-name.ts'
import { drawState } from './draw-recording.ts'
import type { RecordingSearch } from './search.ts'
import css from '../../ui/Choice.module.css'

interface Props {
  readonly search: RecordingSearch
  readonly change: (members: Readonly<Record<string, string>>) => void
}

export function Filters({ search, change }: Props) {
  const { t } = useTranslation()
  return (
    <div className={css.facets}>
      <Choice
        title={t('recordings.filter.state')}
        value={search.state ?? ''}
        choose={(state) => change({ state })}
        options={[
          { value: '', label: t('recordings.all') },
          ...RECORDING_STATES.map((state) => ({
            value: state,
            label: (
              <>
                <Glyph name={drawState(state).glyph} tone={drawState(state).tone} />
                {t(`recordings.state.${state}`)}
              </>
            ),
          })),
        ]}
      />
      <One
        label={t('recordings.filter.destination')}
        value={search.destination}
        choose={(destination) => change({ destination })}
        names={useDestinationNames()}
      />
      <One
        label={t('recordings.filter.channel')}
        value={search.channel}
        choose={(channel) => change({ channel })}
        names={useChannelNames()}
      />
    </div>
  )
}

/** One of many by its name; what is no longer there is called by its short id. */
function One(props: {
  readonly label: string
  readonly value: string | undefined
  readonly choose: (id: string) => void
  readonly names: ReadonlyMap<string, string>
}) {
  const { t } = useTranslation()
  const { value, names } = props
  const all = value === undefined || names.has(value) ? names : new Map([...names, [value, shortId(value)]])
  return (
    <Select
      label={props.label}
      placeholder={t('recordings.all')}
      value={value ?? null}
      onChange={(id) => props.choose(id ?? '')}
      data={[...all].map(([id, label]) => ({ value: id, label }))}
      comboboxProps={{ withinPortal: false, width: 260, position: 'bottom-start', shadow: 'none' }}
      clearButtonProps={{ 'aria-label': `${props.label}: ${t('recordings.all')}` }}
      nothingFoundMessage={t('frame.paletteEmpty')}
      limit={200}
      searchable
      clearable
    />
  )
}

function useDestinationNames(): ReadonlyMap<string, string> {
  const { data } = useDestinations()
  return useMemo(() => new Map(data?.map(({ id, bucketUri }) => [id, bucketUri])), [data])
}

function useChannelNames(): ReadonlyMap<string, string> {
  const channels = useChannels()
  const nameOf = useChannelName()
  return useMemo(() => new Map(channels?.map((c) => [c.channelId, nameOf(c)])), [channels, nameOf])
}
