import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '../api/error-text.ts'
import { EMULATOR_KEY } from '../api/emulator.ts'
import { queries } from '../queries.ts'

/** Does something with the emulator; what its room shows is read again, and a refusal is said. */
export function useEmulatorAct<Given = void>(act: (given: Given) => Promise<unknown>) {
  const { t } = useTranslation()
  const { mutate, isPending } = useMutation({
    mutationFn: act,
    onSettled: () => queries.invalidateQueries({ queryKey: EMULATOR_KEY }),
    onError: (error) =>
      notifications.show({ message: t('emulator.refused', { reason: errorText(t, error) }) }),
  })
  return { run: mutate, isRunning: isPending }
}
