import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { IncidentView } from '../../../service/contract/console/incidents.ts'
import { errorText } from '../../api/error-text.ts'
import { acknowledgeIncident } from '../../api/incidents.ts'
import { isTyping } from '../../ui/enter.ts'
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
  const acknowledge = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'a' || event.repeat || event.isComposing || event.defaultPrevented) return
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return
    event.preventDefault()
    mutate()
  })
  const isActive = first !== undefined && operates
  useEffect(() => {
    if (!isActive) return undefined
    const listen = (event: KeyboardEvent) => acknowledge(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [isActive])
}
