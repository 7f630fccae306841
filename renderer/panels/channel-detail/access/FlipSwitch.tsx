import { Switch } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../api/error-text.ts'

interface Props {
  readonly label: string
  readonly on: boolean
  readonly isLocked?: boolean
  readonly flip: (on: boolean) => Promise<unknown>
}

/** A switch that shows what the engine has, and changes it. */
export function FlipSwitch({ label, on, isLocked = false, flip }: Props) {
  const { t } = useTranslation()
  const change = useMutation({
    mutationFn: flip,
    onError: (error) => notifications.show({ message: t('access.notDone', { reason: errorText(t, error) }) }),
  })
  return (
    <Switch
      aria-label={label}
      checked={change.isPending ? change.variables : on}
      disabled={isLocked}
      onChange={(event) => change.mutate(event.currentTarget.checked)}
    />
  )
}
