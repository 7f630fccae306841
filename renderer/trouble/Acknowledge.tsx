import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { IncidentView } from '../../service/contract/console/incidents.ts'
import { timeOfDay } from '../i18n/format.ts'
import { useSignedIn } from '../stores/session.ts'
import { KeyCap } from '../ui/KeyCap.tsx'
import { useRights } from '../stores/use-rights.ts'

export interface AcknowledgeProps {
  readonly incident: IncidentView
  /** True where the key takes note of this one. */
  readonly hasKey: boolean
  readonly acknowledge: (ids: readonly string[]) => void
  readonly isPending: boolean
}

/** Takes note of an incident, or says who did. */
export function Acknowledge({ incident, hasKey, acknowledge, isPending }: AcknowledgeProps) {
  const { t } = useTranslation()
  const { timeZone } = useSignedIn().system
  const { operates } = useRights()
  const { id, acknowledged, overAt } = incident
  if (acknowledged) {
    const { at, by: name } = acknowledged
    return (
      <span className="third">
        {t('controlRoom.incident.acknowledgedBy', { name, time: timeOfDay(at, timeZone) })}
      </span>
    )
  }
  return (
    <>
      <span className="third">
        {operates ? overAt === null && t('controlRoom.incident.stays') : t('controlRoom.incident.mayNot')}
      </span>
      <Button
        size="xs"
        disabled={!operates}
        loading={isPending}
        rightSection={hasKey && operates ? <KeyCap>A</KeyCap> : undefined}
        aria-keyshortcuts={hasKey ? 'A' : undefined}
        onClick={() => acknowledge([id])}
      >
        {t('controlRoom.incident.acknowledge')}
      </Button>
    </>
  )
}
