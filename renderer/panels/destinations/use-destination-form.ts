import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { TestView } from '../../../service/contract/console/destinations.ts'
import type { Problem } from '../../../service/contract/refusal/rules.ts'
import { beginTest, createDestination, DESTINATIONS_KEY } from '../../api/destinations.ts'
import { ApiError } from '../../api/http.ts'
import { useSavedForm } from '../../form/use-saved-form.ts'
import { bucketUri, byField, problemsIn, toRequest, type DestinationValues } from './form-values.ts'
import { useTest } from './use-test.ts'

/** The form of a new destination, and its test. @param saved called with the new id */
export function useDestinationForm(start: DestinationValues, saved: (id: string) => void) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const saving = useSavedForm({
    start,
    check: (values) => byField(values, problemsIn(values)),
    place: ({ problems }, values) => byField(values, problems),
    send: (values) => createDestination(toRequest(values)),
    sent: async (id, values) => {
      await queries.invalidateQueries({ queryKey: DESTINATIONS_KEY })
      notifications.show({ message: t('destinations.form.saved', { uri: bucketUri(values) }) })
      saved(id)
    },
  })
  const { form, refuse, whenRight } = saving
  const { getValues } = form
  const onRefused = (error: unknown) => {
    if (error instanceof ApiError) refuse(byField(getValues(), error.problems))
  }
  const onDone = useCallback(
    (view: TestView) => refuse(byField(getValues(), (view.problems ?? []) as Problem[])),
    [refuse, getValues],
  )
  const test = useTest({ begin: beginTest, request: toRequest(form.values), onRefused, onDone })
  const runTest = () => {
    if (!test.running) whenRight((values) => test.start(toRequest(values)))
  }
  return { ...saving, test, runTest }
}

export type DestinationForm = ReturnType<typeof useDestinationForm>['form']
