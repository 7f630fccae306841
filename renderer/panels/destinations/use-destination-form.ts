import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { TestView } from '../../../service/contract/console-archive.ts'
import type { MemberProblem } from '../../../service/contract/errors.ts'
import { createDestination, DESTINATIONS_KEY } from '../../api/destinations.ts'
import { ApiError } from '../../api/http.ts'
import { ruleText } from '../../i18n/rules.ts'
import { bucketUri, byField, problemsOf, toRequest } from './form-values.ts'
import type { DestinationValues, FieldName } from './form-values.ts'
import { parseProblems } from './test-steps.ts'
import { useTest } from './use-test.ts'

/** The form, its test and its saving. @param saved called with the new id */
export function useDestinationForm(start: DestinationValues, saved: (id: string) => void) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const element = useRef<HTMLFormElement>(null)
  const form = useForm<DestinationValues>({
    initialValues: start,
    validate: (values) => byField(values, problemsOf(values)),
  })
  const { getValues, setErrors } = form
  const focusFirst = useCallback(() => {
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }, [])
  const refuse = useCallback(
    (problems: readonly MemberProblem[]) => {
      if (problems.length === 0) return
      setErrors(byField(getValues(), problems))
      focusFirst()
    },
    [getValues, setErrors, focusFirst],
  )
  const onRefused = (error: unknown) => {
    if (error instanceof ApiError) refuse(error.problems)
  }
  const onDone = useCallback((view: TestView) => refuse(parseProblems(view)), [refuse])
  const test = useTest({ request: toRequest(form.values), onRefused, onDone })
  const save = useMutation({
    mutationFn: (values: DestinationValues) => createDestination(toRequest(values)),
    // The values hold secrets: they are forgotten with the form.
    gcTime: 0,
    onSuccess: async (id, values) => {
      await queries.invalidateQueries({ queryKey: DESTINATIONS_KEY })
      notifications.show({ message: t('destinations.form.saved', { uri: bucketUri(values) }) })
      saved(id)
    },
    onError: onRefused,
  })
  const whenComplete = (run: (values: DestinationValues) => void) => {
    if (form.validate().hasErrors) focusFirst()
    else run(form.getValues())
  }
  const runTest = () => {
    if (!test.running) whenComplete((values) => test.start(toRequest(values)))
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    whenComplete(save.mutate)
  }
  /** Props of one field, with its broken rule in the language of the console. */
  const field = (name: FieldName) => {
    const rule: unknown = form.errors[name]
    const props = form.getInputProps(name) as { value: string; onChange: (value: unknown) => void }
    return { ...props, error: typeof rule === 'string' ? ruleText(t, rule) : undefined }
  }
  return {
    element,
    form: { ...form, field },
    test,
    save,
    runTest,
    submit,
    problems: Object.keys(form.errors).length,
  }
}

export type DestinationForm = ReturnType<typeof useDestinationForm>['form']
