/** Who came last to a channel, and who was turned away. */
import { useTranslation } from 'react-i18next'
import type { DoorEntry, DoorOutcome } from '../../../../service/contract/console/access.ts'
import { Card } from '../../../ui/Card.tsx'
import { encoderName } from '../../../channel/encoder-name.ts'
import { Glyph } from '../../../ui/Glyph.tsx'
import { Moment } from '../../../ui/Moment.tsx'
import css from './Access.module.css'

const MOST = 6
const LET_IN: ReadonlySet<DoorOutcome> = new Set(['with-key', 'without-key', 'by-delivery', 'by-console'])

export function Door({ entries }: { entries: readonly DoorEntry[] }) {
  const { t } = useTranslation()
  return (
    <Card title={t('access.door')} flush>
      {entries.length === 0 && <p className={`${css.empty} third`}>{t('access.doorEmpty')}</p>}
      {entries.length > 0 && (
        <ul aria-label={t('access.door')}>
          {entries.slice(0, MOST).map((entry) => (
            <Comer key={`${entry.at} ${entry.outcome} ${entry.name} ${entry.remoteAddress}`} entry={entry} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Comer({ entry }: { entry: DoorEntry }) {
  const { t } = useTranslation()
  const { kind, outcome, remoteAddress, times, at } = entry
  const isLetIn = LET_IN.has(outcome)
  // What a player says of itself is long and tells little.
  const named = kind === 'player' ? '' : encoderName(t, entry.name)
  const name = named === '' ? t(`access.${kind}`) : named
  const what = t(`access.outcome.${outcome}`)
  const how = times === 1 ? what : t('access.times', { count: times, outcome: what })
  return (
    <li className={css.comer}>
      <Glyph name={isLetIn ? 'ok' : 'denied'} tone={isLetIn ? 'ok' : 'warn'} />
      <span className={css.name} title={entry.name}>
        {isLetIn ? name : t('access.denied', { name })}
      </span>
      <Moment at={at} className={css.second} />
      <span className={css.second}>{[remoteAddress, how].join(t('common.listSeparator'))}</span>
    </li>
  )
}
