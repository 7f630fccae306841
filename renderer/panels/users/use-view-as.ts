import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { viewAs } from '../../api/session.ts'

/** Opens the control room as a user sees it. */
export function useViewAs() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (userId: number) => viewAs(userId),
    onSuccess: () => navigate({ to: '/' }),
    onError: (error) => notifications.show({ message: errorText(t, error) }),
  })
}
