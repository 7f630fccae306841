/**
 * One series over the last minutes: what is measured, its figure now, the target as a dashed line. Drawn
 * by uPlot, which is loaded with the first graph; the same data can be shown as a table.
 */
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { timeOfDay } from '../i18n/format.ts'
import { useSignedIn } from '../stores/session.ts'
import { Figure } from './Figure.tsx'
import { useGraph, type Series } from './use-graph.ts'
import css from './TimeGraph.module.css'

interface Props {
  readonly name: string
  readonly what: string
  readonly unit: string
  /** Read each second. */
  readonly read: () => Series
  readonly spanSeconds: number
  /** Range that the axis starts with; it grows when a value needs it. */
  readonly top: number
  readonly asTable: boolean
}

const figure = (value: number | null | undefined) =>
  value === null || value === undefined ? '–' : value.toFixed(1)

export function TimeGraph({ name, what, unit, read, spanSeconds, top, asTable }: Props) {
  const { t } = useTranslation()
  const zone = useSignedIn().system.timeZone
  const [series, setSeries] = useState<Series>(read)
  useEffect(() => {
    const timer = setInterval(() => setSeries(read()), 1000)
    return () => clearInterval(timer)
  }, [read])
  const bind = useGraph({ series, spanSeconds, top, zone })
  const known = series.values.filter((value) => value !== null)
  const now = series.values.at(-1)
  const summary =
    known.length === 0
      ? t('graph.summaryEmpty', { name })
      : t('graph.summary', {
          name,
          unit,
          now: figure(now),
          min: figure(Math.min(...known)),
          max: figure(Math.max(...known)),
        })
  return (
    <div className={css.graph}>
      <div className={css.head}>
        <h3>{name}</h3>
        <span className="meta">{what}</span>
        <span className={css.now}>
          <Figure strong value={{ value: figure(now), unit }} />
        </span>
      </div>
      {asTable ? (
        <Table name={name} unit={unit} series={series} zone={zone} />
      ) : (
        <div ref={bind} className={css.canvas} role="img" aria-label={summary} />
      )}
    </div>
  )
}

/** Every tenth second, newest first. */
function Table({ name, unit, series, zone }: { name: string; unit: string; series: Series; zone: string }) {
  const { t } = useTranslation()
  const rows = series.times
    .map((time, index) => ({ time, value: series.values[index] ?? null }))
    .filter(({ time }) => Math.round(time) % 10 === 0)
    .reverse()
  return (
    <div className={css.scroll} tabIndex={0} role="group" aria-label={name}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('graph.time')}</th>
            <th scope="col">{[name, unit].join(t('common.listSeparator'))}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ time, value }) => (
            <tr key={time}>
              <td>{timeOfDay(time * 1000, zone)}</td>
              <td>{figure(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
