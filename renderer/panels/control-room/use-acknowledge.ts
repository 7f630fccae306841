import { useHotkeys } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { IncidentView } from '../../../service/contract/console/incidents.ts'
import { errorText } from '../../api/error-text.ts'
import { acknowledgeIncident } from '../../api/incidents.ts'
import { layerOpen } from '../../ui/enter.ts'
import { useRights } from './use-rights.ts'

/** Takes note of an incident, for all who look. */
export function useAcknowledge({ id }: Pick<IncidentView, 'id'>) {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: () => acknowledgeIncident(id),
    onError: (error) => {
      const reason = errorText(t, error)
      notifications.show({ message: t('controlRoom.incident.notAcknowledged', { reason }) })
    },
  })
}

/** A takes note of the first one that nobody has; outside of fields and dialogs. */
export function useAcknowledgeKey(incidents: readonly IncidentView[]): void {
  const { operates } = useRights()
  const first = incidents.find(({ acknowledged }) => acknowledged === null)
  const { mutate } = useAcknowledge({ id: first?.id ?? '' })
  useHotkeys(first && operates ? [['A', () => layerOpen() || mutate()]] : [])
}
