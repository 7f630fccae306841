import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useIncidents } from '../../api/incidents.ts'
import { KeyCap } from '../../ui/KeyCap.tsx'
import { useAcknowledge } from '../../trouble/use-acknowledge.ts'
import { useRights } from '../../stores/use-rights.ts'

/** Takes note of all incidents at once, where there are several that nobody has. */
export function AcknowledgeAll() {
  const { t } = useTranslation()
  const { operates } = useRights()
  const fresh = useIncidents().filter(({ acknowledged }) => acknowledged === null)
  const { mutate, isPending } = useAcknowledge()
  if (fresh.length < 2 || !operates) return null
  return (
    <Button
      size="xs"
      loading={isPending}
      rightSection={<KeyCap>⇧ A</KeyCap>}
      aria-keyshortcuts="Shift+A"
      onClick={() => mutate(fresh.map(({ id }) => id))}
    >
      {t('controlRoom.incident.acknowledgeAll', { count: fresh.length })}
    </Button>
  )
}
