import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { addLocalFolder, DESTINATIONS_KEY } from '../api/destinations.ts'
import { errorText } from '../api/error-text.ts'
import { readFolderUri } from './bucket-uri.ts'

/**
 * From no destination to one in one step: the folder that the service offers. Says how it went.
 * @param made called with the new destination
 */
export function useLocalStorage(made?: (destination: { readonly id: string }) => void) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const destination = await addLocalFolder()
      await queries.invalidateQueries({ queryKey: DESTINATIONS_KEY })
      return destination
    },
    onSuccess: (destination) => {
      const folder = readFolderUri(destination.bucketUri)
      notifications.show({ message: t('destinations.localMade', { folder }) })
      made?.(destination)
    },
    onError: (error) =>
      notifications.show({ message: t('destinations.localFailed', { reason: errorText(t, error) }) }),
  })
}
