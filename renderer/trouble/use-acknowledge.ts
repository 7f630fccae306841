import { useHotkeys } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { IncidentView } from '../../service/contract/console/incidents.ts'
import { errorText } from '../api/error-text.ts'
import { acknowledgeIncident } from '../api/incidents.ts'
import { layerOpen } from '../ui/enter.ts'
import { useRights } from '../stores/use-rights.ts'

/** Takes note of incidents, for all who look. */
export function useAcknowledge() {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: (ids: readonly string[]) => Promise.all(ids.map(acknowledgeIncident)),
    onError: (error) => {
      const reason = errorText(t, error)
      notifications.show({ message: t('controlRoom.incident.notAcknowledged', { reason }) })
    },
  })
}

/** The row of an incident bears its id in this. */
export const ROW = 'data-incident'

/**
 * A takes note of the incident that has the focus, else of the first one; Shift A of all. Outside of fields and
 * dialogs.
 * @param fresh those that nobody has taken note of, the first one first
 */
export function useAcknowledgeKeys(
  fresh: readonly IncidentView[],
  acknowledge: (ids: readonly string[]) => void,
): void {
  const { operates } = useRights()
  const ids = fresh.map(({ id }) => id)
  const one = () => {
    const focused = document.activeElement?.closest(`[${ROW}]`)?.getAttribute(ROW)
    const id = ids.find((known) => known === focused) ?? ids[0]
    if (id !== undefined && !layerOpen()) acknowledge([id])
  }
  const all = () => layerOpen() || acknowledge(ids)
  useHotkeys(
    ids.length > 0 && operates
      ? [
          ['A', one],
          ['shift+A', all],
        ]
      : [],
  )
}
