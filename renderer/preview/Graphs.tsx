import { ActionIcon, Tooltip } from '@mantine/core'
import { IconChartLine, IconTable } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HISTORY_SECONDS, type Player } from '../media/player.ts'
import type { Ring } from '../media/ring.ts'
import { Card } from '../ui/Card.tsx'
import { TimeGraph } from '../ui/TimeGraph.tsx'
import css from './PlayerPage.module.css'

const NO_VALUES = { times: [], values: [] }

/** Reads a series of the player, with the target beside it where there is one. */
function useSeries(
  player: Player | null,
  series: (player: Player) => Ring,
  limit?: (player: Player) => Ring,
) {
  return useCallback(() => {
    const { times, values } = player ? series(player).read() : NO_VALUES
    const limits = player && limit ? limit(player).read().values : values.map(() => null)
    return { times, values, limits, marks: (player?.levelChanges ?? []).map((at) => at / 1000) }
  }, [player, series, limit])
}

const latency = (player: Player) => player.latency
const target = (player: Player) => player.target
const buffer = (player: Player) => player.buffer

/** Latency and buffer on the same minutes, so that one bump explains the other. */
export function Graphs({ player }: { player: Player | null }) {
  const { t } = useTranslation()
  const [asTable, setAsTable] = useState(false)
  const toggle = asTable ? t('graph.asGraph') : t('graph.asTable')
  const common = { unit: 's', spanSeconds: HISTORY_SECONDS, asTable }
  return (
    <Card
      title={t('graph.title')}
      aside={
        <>
          <span className={css.legend}>{t('graph.target')}</span>
          <Tooltip label={toggle}>
            <ActionIcon aria-label={toggle} onClick={() => setAsTable(!asTable)}>
              {asTable ? <IconChartLine size={18} stroke={1.6} /> : <IconTable size={18} stroke={1.6} />}
            </ActionIcon>
          </Tooltip>
        </>
      }
    >
      <div className={css.graphs}>
        <TimeGraph
          {...common}
          name={t('graph.latency')}
          what={t('graph.latencyWhat')}
          top={10}
          read={useSeries(player, latency, target)}
        />
        <TimeGraph
          {...common}
          name={t('graph.buffer')}
          what={t('graph.bufferWhat')}
          top={8}
          read={useSeries(player, buffer)}
        />
      </div>
    </Card>
  )
}
