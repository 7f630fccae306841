import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { viewAs } from '../../api/session.ts'
import { isBusy } from '../../studio/states.ts'
import { getStudio } from '../../studio/view.ts'

/** Opens the control room as a user sees it; on air never, as who only looks could not end the broadcast. */
export function useViewAs() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const say = (message: string) => notifications.show({ message })
  const { isPending, mutate } = useMutation({
    mutationFn: (userId: number) => viewAs(userId),
    onSuccess: () => navigate({ to: '/' }),
    onError: (error) => say(errorText(t, error)),
  })
  const look = (userId: number) => {
    if (isBusy(getStudio().state)) say(t('users.viewAs.onAir'))
    else mutate(userId)
  }
  return { isPending, look }
}
