import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useOperated } from '../../api/events/hooks.ts'
import { byteSize } from '../../i18n/format.ts'
import { Card } from '../../ui/Card.tsx'
import { Figure } from '../../ui/Figure.tsx'
import { CopyField } from '../../ui/ValueField.tsx'
import { useInstallationReason } from './use-rights.ts'
import { PublishingCard } from './PublishingCard.tsx'
import { RecordingFoldersCard } from './RecordingFoldersCard.tsx'
import { Row } from './Row.tsx'
import { useDiagnostics } from './use-diagnostics.ts'
import css from './Settings.module.css'

/** Where data is kept, how much room is left, and what is kept how long. */
export function Storage() {
  const { t } = useTranslation()
  const engine = useOperated()
  const reason = useInstallationReason()
  return (
    <>
      <Card title={t('settings.section.storage')} flush>
        <div className={css.inner}>{reason === null ? <Folder /> : <p className="second">{reason}</p>}</div>
        {engine && (
          <>
            <Row label={t('settings.storage.free')} help={t('settings.storage.freeHelp')}>
              <Figure value={byteSize(engine.diskFreeBytes)} />
            </Row>
            <Row
              label={t('settings.storage.pending')}
              help={<Link to="/archives">{t('room.archives')}</Link>}
            >
              <Figure value={byteSize(engine.archive.pendingBytes)} />
            </Row>
            <Row label={t('settings.storage.reserve')} help={t('settings.storage.reserveHelp')}>
              <Figure value={byteSize(engine.archive.reserveBytes)} />
            </Row>
          </>
        )}
      </Card>
      <PublishingCard />
      {reason === null && <RecordingFoldersCard />}
    </>
  )
}

function Folder() {
  const { t } = useTranslation()
  const { data } = useDiagnostics()
  return data ? <CopyField label={t('settings.storage.folder')} value={data.settings.dataDir} /> : null
}
