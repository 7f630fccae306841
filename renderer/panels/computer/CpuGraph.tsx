import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { ComputerView } from '../../../service/contract/console/load.ts'
import { readClock } from '../../api/events/clock.ts'
import { Card } from '../../ui/Card.tsx'
import { TimeGraph } from '../../ui/TimeGraph.tsx'
import css from './Computer.module.css'

const SPAN_SECONDS = 300
const percent = (share: number | null) => share && Math.round(share * 1000) / 10

/** CPU of everything on this computer, against the limit. */
export function CpuGraph({ view: { recent, load } }: { view: ComputerView }) {
  const { t } = useTranslation()
  const limit = percent(load.cpuLimit)
  const read = useCallback(() => {
    // The graph runs by the clock of this page.
    const ahead = readClock() - Date.now()
    return {
      times: recent.at.map((at) => (at - ahead) / 1000),
      values: recent.cpu.map(percent),
      limits: recent.at.map(() => limit),
      marks: [],
    }
  }, [recent, limit])
  const aside = limit === null ? t('computer.noLimit') : t('computer.limit', { share: limit })
  return (
    <Card title={t('computer.recent')} aside={aside}>
      <div className={css.graph}>
        <TimeGraph
          {...{ read, spanSeconds: SPAN_SECONDS, top: 100, asTable: false, unit: '%' }}
          name={t('computer.column.cpu')}
          what={t('computer.allPrograms')}
        />
      </div>
    </Card>
  )
}
