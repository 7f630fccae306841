import { notifications } from '@mantine/notifications'
import type { QueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import type { DestinationView } from '../../../service/contract/console/destinations.ts'
import { deleteDestination, DESTINATIONS_KEY } from '../../api/destinations.ts'
import { askDanger } from '../../ui/danger.tsx'

/** Asks, with who uses it, and deletes; the engine refuses while it is in use. @param done called after it */
export function askDeleteDestination(
  t: TFunction,
  queries: QueryClient,
  { id, bucketUri: uri, channels }: DestinationView,
  done?: () => void,
): void {
  const used =
    channels.length === 0
      ? []
      : [
          t('destinations.deleteUsed', {
            channels: t('destinations.channels', { count: channels.length }),
          }),
        ]
  askDanger({
    title: t('destinations.deleteTitle'),
    lead: [t('destinations.deleteLead', { uri }), ...used].join(t('common.sentenceSeparator')),
    action: t('destinations.deleteDo'),
    run: async () => {
      await deleteDestination(id)
      await queries.invalidateQueries({ queryKey: DESTINATIONS_KEY })
      notifications.show({ message: t('destinations.deleted', { uri }) })
      done?.()
    },
  })
}
