/** What is settled once: of this window, of the system and of the installation. */
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHead } from '../../ui/PageHead.tsx'
import { useTitle } from '../../frame/use-title.ts'
import { About } from './About.tsx'
import { Audit, ExportAudit } from './audit/Audit.tsx'
import { Data } from './data/Data.tsx'
import { Emulator, Started } from './emulator/Emulator.tsx'
import { General } from './General.tsx'
import { Notifications } from './Notifications.tsx'
import { Quotas } from './quotas/Quotas.tsx'
import { Service } from './Service.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { Storage } from './Storage.tsx'
import { Systems } from './Systems.tsx'
import { useSections, type Section } from '../../stores/use-sections.ts'
import css from './Settings.module.css'
import { Card } from '../../ui/Card.tsx'

const route = getRouteApi('/settings')

const VIEWS: Readonly<Record<Exclude<Section, 'audit'>, () => ReactNode>> = {
  general: General,
  service: Service,
  systems: Systems,
  quotas: Quotas,
  notifications: Notifications,
  shortcuts: Shortcuts,
  storage: Storage,
  data: Data,
  emulator: Emulator,
  privacy: Privacy,
  about: About,
}

/** What stands at the right of the head. */
const ACTIONS: Readonly<Partial<Record<Section, () => ReactNode>>> = {
  audit: () => <ExportAudit />,
  emulator: () => <Started />,
}

export function Settings() {
  const { t } = useTranslation()
  const { section: asked = 'general' } = route.useSearch()
  const sections = useSections()
  const section = sections.includes(asked) ? asked : 'general'
  useTitle(`${t(`settings.section.${section}`)} · ${t('room.settings')}`)
  return (
    <>
      <PageHead actions={ACTIONS[section]?.()}>
        <h1>{t('room.settings')}</h1>
      </PageHead>
      <div className={css.page}>
        <nav className={css.nav} aria-label={t('settings.sections')}>
          {sections.map((name) => (
            <Link
              key={name}
              to="/settings"
              search={name === 'general' ? {} : { section: name }}
              activeOptions={{ exact: true, includeSearch: true }}
              className={css.link}
              aria-current={name === section ? 'page' : undefined}
            >
              {t(`settings.section.${name}`)}
            </Link>
          ))}
        </nav>
        {section === 'audit' ? <Audit /> : <Column view={VIEWS[section]} wide={section === 'emulator'} />}
      </div>
    </>
  )
}

function Column({ view: View, wide }: { view: () => ReactNode; wide: boolean }) {
  return (
    <div className={css.body}>
      <div className={css.column} data-wide={wide || undefined}>
        <View />
      </div>
    </div>
  )
}

const FACTS = ['account', 'telemetry', 'updates', 'network', 'browser'] as const

/** What leaves this computer, and what does not. */
function Privacy() {
  const { t } = useTranslation()
  return (
    <Card title={t('settings.section.privacy')}>
      <p>{t('settings.privacy.lead')}</p>
      <ul className={css.facts}>
        {FACTS.map((fact) => (
          <li key={fact}>{t(`settings.privacy.${fact}`)}</li>
        ))}
      </ul>
    </Card>
  )
}
