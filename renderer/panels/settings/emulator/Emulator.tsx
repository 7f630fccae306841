/** What only a service that was started for it can be made to do: its clock, its faults, what a run covered. */
import { useTranslation } from 'react-i18next'
import { useEngine } from '../../../api/events/hooks.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { CopyField } from '../../../ui/ValueField.tsx'
import { Card } from '../../../ui/Card.tsx'
import { useInstallationReason } from '../use-rights.ts'
import { ClockCard } from './ClockCard.tsx'
import { CoverageCard } from './CoverageCard.tsx'
import { FaultsCard } from './FaultsCard.tsx'

const COMMAND =
  'npx airdesk serve --emulator --ports auto --data-dir .airdesk --ready-file .airdesk/ready.json'

export function Emulator() {
  const engine = useEngine()
  const reason = useInstallationReason()
  if (engine === null || reason === undefined) return null
  if (reason !== null) {
    return (
      <Notice tone="info" alert={false}>
        {reason}
      </Notice>
    )
  }
  if (engine.emulator === null) return <NotStarted />
  return (
    <>
      <ClockCard clock={engine.emulator.clock} />
      <FaultsCard counts={engine.emulator.faults} />
      <CoverageCard />
    </>
  )
}

/** Stands in the head of the room. */
export function Started() {
  const { t } = useTranslation()
  return useEngine()?.emulator ? <span className="meta">{t('emulator.started')}</span> : null
}

function NotStarted() {
  const { t } = useTranslation()
  return (
    <Card title={t('emulator.notStarted.title')}>
      <p className="second">{t('emulator.notStarted.lead')}</p>
      <CopyField label={t('emulator.notStarted.command')} value={COMMAND} />
    </Card>
  )
}
