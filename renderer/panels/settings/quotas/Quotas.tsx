/** What systems may have, and how much of it they have. */
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { QuotaList } from '../../../../service/contract/console/quotas.ts'
import { useQuotas, useSystemQuotas } from '../../../api/quotas.ts'
import { useSignedIn } from '../../../stores/session.ts'
import { Card } from '../../../ui/Card.tsx'
import { SettingsFailed } from '../SettingsFailed.tsx'
import { useInstallationReason } from '../use-rights.ts'
import { QuotaForm } from './QuotaForm.tsx'
import { QuotaTable } from './QuotaTable.tsx'
import css from '../Settings.module.css'

export function Quotas() {
  const reason = useInstallationReason()
  if (reason === undefined) return null
  return reason === null ? <AllSystems /> : <OwnSystem />
}

function OwnSystem() {
  const { t } = useTranslation()
  const { system } = useSignedIn()
  const query = useQuotas()
  return (
    <>
      <Card title={system.name} aside={t('settings.quotas.byOwner')} flush>
        <SettingsFailed query={query} className={css.inner} />
        {query.data && <QuotaTable quotas={query.data} />}
      </Card>
      <p className="meta">{t('settings.quotas.reached')}</p>
    </>
  )
}

function AllSystems() {
  const { t } = useTranslation()
  const query = useSystemQuotas()
  const [first, ...further] = query.data ?? []
  return (
    <>
      {query.error !== null && (
        <Card title={t('settings.section.quotas')} flush>
          <SettingsFailed query={query} className={css.inner} />
        </Card>
      )}
      {query.data && further.length === 0 && <OnlyOne />}
      {further.map((system) => (
        // What was set anew is begun anew.
        <QuotaForm key={keyOf(system)} system={system} />
      ))}
      {further.length > 0 && <p className="meta">{t('settings.quotas.help')}</p>}
      {first && (
        <Card title={first.name} aside={t('settings.quotas.first')} flush>
          <QuotaTable quotas={first.quotas} />
        </Card>
      )}
    </>
  )
}

function OnlyOne() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <Card title={t('settings.quotas.further')}>
      <p>{t('settings.quotas.none')}</p>
      <div>
        <Button onClick={() => void navigate({ to: '/settings', search: { section: 'systems' } })}>
          {t('settings.section.systems')}
        </Button>
      </div>
    </Card>
  )
}

const keyOf = ({ id, quotas }: QuotaList['systems'][number]): string =>
  [id, ...Object.values(quotas).map(({ own }) => own)].join(' ')
