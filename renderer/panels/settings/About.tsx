/** The version, and a bundle for somebody who helps: read first, saved then. */
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useEngine } from '../../api/events/hooks.ts'
import { Card } from '../../ui/Card.tsx'
import { Owners } from './Owners.tsx'
import { Row } from './Row.tsx'
import { useDiagnostics } from './use-diagnostics.ts'
import { saveFile } from '../../save-file.ts'
import { SettingsFailed } from './SettingsFailed.tsx'
import { Updates } from './Updates.tsx'
import css from './Settings.module.css'

export function About() {
  const { t } = useTranslation()
  const version = useEngine()?.version
  return (
    <>
      <Card title={t('settings.about.title')} flush>
        <Row label="Airdesk" help="GPL-3.0-or-later">
          <span className="num">{version}</span>
        </Row>
        <Row label={t('settings.about.docs')} help={t('settings.about.docsHelp')}>
          <Link to="/developer/api">{t('room.api')}</Link>
        </Row>
      </Card>
      <Updates />
      <Owners>
        <Bundle />
      </Owners>
    </>
  )
}

function Bundle() {
  const { t } = useTranslation()
  const query = useDiagnostics()
  const text = query.data === undefined ? '' : `${JSON.stringify(query.data, null, 2)}\n`
  return (
    <Card
      title={t('settings.about.bundle')}
      aside={
        <Button
          size="xs"
          disabled={query.data === undefined}
          leftSection={<IconDownload size={16} stroke={1.6} />}
          onClick={() => saveFile('airdesk-diagnostics.json', text, 'application/json')}
        >
          {t('settings.about.save')}
        </Button>
      }
    >
      <p className="second">{t('settings.about.bundleHelp')}</p>
      <SettingsFailed query={query} />
      {query.data && (
        <pre className={css.bundle} tabIndex={0} aria-label={t('settings.about.bundle')}>
          {text}
        </pre>
      )}
    </Card>
  )
}
