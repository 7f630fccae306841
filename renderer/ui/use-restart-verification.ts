import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import { restartVerification } from '../api/engine.ts'
import { useChannels } from '../api/events/hooks.ts'
import { askDanger } from './danger.tsx'

/** Gives what asks, with how many clients would be cut, and restarts the verification environment. */
export function useRestartVerification(): () => void {
  const { t } = useTranslation()
  const channels = useChannels() ?? []
  const count = channels
    .filter(({ webrtc }) => webrtc?.environment === 1)
    .reduce((sum, { webrtc }) => sum + (webrtc?.connections.length ?? 0), 0)
  return () =>
    askDanger({
      title: t('danger.restartTitle'),
      lead: t('danger.restartLead', { clients: t('danger.clients', { count }) }),
      action: t('danger.restartDo'),
      run: async () => {
        await restartVerification()
        notifications.show({ message: t('danger.restarted') })
      },
    })
}
