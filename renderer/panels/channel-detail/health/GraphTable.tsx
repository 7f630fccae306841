/** The graphs as a table, newest first: for those who don't see curves, and to copy from. */
import { useTranslation } from 'react-i18next'
import type { HealthView } from '../../../../service/contract/console/health.ts'
import { plain, timeOfDay } from '../../../i18n/format.ts'
import { figureOf, graphsOf } from './graphs.ts'
import type { Frame } from './history.ts'
import css from './Health.module.css'

/** Rows at most: every second is too much to read. */
const ROWS = 180

export function GraphTable({ view, frame, zone }: { view: HealthView; frame: Frame; zone: string }) {
  const { t } = useTranslation()
  const specs = graphsOf(view)
  const every = Math.max(view.kind === 'media' ? 5 : 1, Math.ceil(frame.times.length / ROWS))
  const rows = frame.times
    .map((time, index) => ({ time, index }))
    .reverse()
    .filter((_, i) => i % every === 0)
  return (
    <div className={css.tableScroll} tabIndex={0} role="group" aria-label={t('health.table')}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('graph.time')}</th>
            {specs.map(({ id }) => (
              <th key={id} scope="col">
                {t(`health.graph.${id}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ time, index }) => (
            <tr key={time}>
              <td>{timeOfDay(time, zone)}</td>
              {specs.map((spec) => (
                <td key={spec.id}>{plain(figureOf(spec, frame.values[spec.measure]?.[index] ?? null))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
