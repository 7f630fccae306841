/** One endpoint: how it fared, and pausing it. */
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { pauseEndpoint, readEndpoint, WEBHOOKS_KEY } from '../../api/webhooks.ts'
import { every } from '../../api/renew.ts'

const RENEW_MS = 5000

export function useEndpointFigures(url: string) {
  return useQuery({
    queryKey: [...WEBHOOKS_KEY, 'figures', url],
    queryFn: () => readEndpoint(url),
    refetchInterval: every(RENEW_MS),
  })
}

/** Pauses an endpoint or resumes it; what shows it is read again. */
export function usePause() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: pauseEndpoint,
    onError: (error) =>
      notifications.show({ message: t('webhooks.endpoint.pauseFailed', { reason: errorText(t, error) }) }),
    onSettled: () => queries.invalidateQueries({ queryKey: WEBHOOKS_KEY }),
  })
}
