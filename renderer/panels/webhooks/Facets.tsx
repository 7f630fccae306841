/** Filters with a fixed choice: what became of it, which event, which channel. */
import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { WEBHOOK_STATES } from '../../../service/contract/console-webhooks.ts'
import { useChannels } from '../../api/events/hooks.ts'
import { Choice } from '../../ui/Choice.tsx'
import { Glyph } from '../../ui/Glyph.tsx'
import { drawState } from './draw-webhook.ts'
import type { LogSearch } from './search.ts'
import { useChannelOf } from './use-channel-of.ts'
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
      <Choice
        title={t('webhooks.facet.result')}
        value={search.state ?? ''}
        choose={(state) => change({ state })}
        options={[
          { value: '', label: t('webhooks.all') },
          ...WEBHOOK_STATES.map((state) => ({
            value: state,
            label: (
              <>
                <Glyph name={drawState(state).glyph} tone={drawState(state).tone} />
                {t(`webhooks.state.${state}`)}
              </>
            ),
          })),
        ]}
      />
      <Choice
        title={t('webhooks.facet.type')}
        value={search.type ?? ''}
        choose={(type) => change({ type })}
        options={[
          { value: '', label: t('webhooks.all') },
          ...TYPES.map((type) => ({ value: type, label: <span lang="en">{type}</span> })),
        ]}
      />
      <ChannelFacet channel={search.channel} choose={(channel) => change({ channel })} />
    </div>
  )
}

function ChannelFacet({ channel, choose }: { channel: string | undefined; choose: (id: string) => void }) {
  const { t } = useTranslation()
  const nameOf = useChannelOf()
  const ids = new Set((useChannels() ?? []).map(({ channelId }) => channelId))
  if (channel !== undefined) ids.add(channel)
  return (
    <Select
      label={t('webhooks.facet.channel')}
      placeholder={t('webhooks.all')}
      value={channel ?? null}
      onChange={(id) => choose(id ?? '')}
      data={[...ids].map((id) => ({ value: id, label: nameOf(id) }))}
      comboboxProps={{ withinPortal: false, width: 260, position: 'bottom-start', shadow: 'none' }}
      clearButtonProps={{ 'aria-label': t('webhooks.allChannels') }}
      nothingFoundMessage={t('frame.paletteEmpty')}
      limit={200}
      searchable
      clearable
    />
  )
}
