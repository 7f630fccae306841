/** What of the service was seen since the last run of tests began. */
import { Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { CoverageView } from '../../../../service/contract/console/emulator/coverage.ts'
import { COVERAGE_PAGE, EMULATOR_KEY, readCoverage } from '../../../api/emulator.ts'
import { grouped } from '../../../i18n/format.ts'
import { Card } from '../../../ui/Card.tsx'
import { SettingsFailed } from '../SettingsFailed.tsx'
import css from './Emulator.module.css'

const RENEW_MS = 5000
/** So many names that were never called; the page has all. */
const NAMED = 3

export function CoverageCard() {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: [...EMULATOR_KEY, 'coverage'],
    queryFn: readCoverage,
    refetchInterval: RENEW_MS,
  })
  const coverage = query.data
  return (
    <Card
      title={t('emulator.coverage.title')}
      flush
      aside={
        <a href={COVERAGE_PAGE} target="_blank" rel="noreferrer" className={css.link}>
          {t('emulator.coverage.report')}
        </a>
      }
    >
      {query.error !== null && <SettingsFailed query={query} className={css.foot} />}
      {coverage && (
        <>
          <dl className={css.groups}>
            {coverage.groups.map((group) => (
              <Group key={group.group} group={group} />
            ))}
          </dl>
          <NeverCalled coverage={coverage} />
        </>
      )}
    </Card>
  )
}

function Group({ group: { group, seen, known } }: { group: CoverageView['groups'][number] }) {
  const { t } = useTranslation()
  return (
    <div className={css.group}>
      <dt className="meta">{t(`emulator.coverage.group.${group}`)}</dt>
      <dd className="num">
        <strong>{grouped(seen)}</strong>
        <span className="second">{t('emulator.coverage.of', { known: grouped(known) })}</span>
        <Progress size={4} value={known === 0 ? 100 : (seen / known) * 100} aria-hidden="true" />
      </dd>
    </div>
  )
}

function NeverCalled({ coverage }: { coverage: CoverageView }) {
  const { t } = useTranslation()
  const called = coverage.groups.filter(({ group }) => group === 'operations' || group === 'endpoints')
  const never = called.flatMap(({ items }) => items.filter(({ count }) => count === 0))
  if (coverage.seen === 0) return <p className={`${css.foot} third`}>{t('emulator.coverage.none')}</p>
  return (
    <div className={css.foot}>
      <span className="third">
        {t(never.length === 0 ? 'emulator.coverage.all' : 'emulator.coverage.never')}
      </span>
      {never.slice(0, NAMED).map(({ name }) => (
        <span key={name} className="mono">
          {name}
        </span>
      ))}
      {never.length > NAMED && (
        <span className="third num">{t('emulator.coverage.more', { count: never.length - NAMED })}</span>
      )}
      <span className={`num ${css.end}`}>{t('emulator.coverage.total', { percent: coverage.percent })}</span>
    </div>
  )
}
