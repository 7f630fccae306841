/**
 * The way of a form from its address to what is saved: it begins with what the address says or what was kept of
 * it, checks the values by the API's own rules, sends them, and puts what the service refuses at the fields.
 */
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useRef, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/http.ts'
import { carriedText } from '../i18n/refusal/text.ts'

/** The rule that each field breaks, by the field's path. */
export type BrokenRules = Readonly<Record<string, string>>

interface Options<Values, Sent> {
  readonly start: Values
  readonly check: (values: Values) => BrokenRules
  /** At which fields the service's refusal stands; empty where it stands at none. */
  readonly place: (refusal: ApiError, values: Values) => BrokenRules
  readonly send: (values: Values) => Promise<Sent>
  readonly sent?: (answer: Sent, values: Values) => unknown
  /** Called where the values break a rule, before the first such field gets the focus. */
  readonly wrong?: () => void
}

export function useSavedForm<Values extends object, Sent>(options: Options<Values, Sent>) {
  const { start, check, place, send, sent, wrong } = options
  const { t } = useTranslation()
  const element = useRef<HTMLFormElement>(null)
  const form = useForm<Values>({ initialValues: start, validate: (values) => ({ ...check(values) }) })
  const { setErrors } = form

  const focusFirst = useCallback(() => {
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }, [])
  /** Puts broken rules at their fields. */
  const refuse = useCallback(
    (rules: BrokenRules) => {
      if (Object.keys(rules).length === 0) return
      setErrors({ ...rules })
      focusFirst()
    },
    [setErrors, focusFirst],
  )
  const save = useMutation({
    mutationFn: send,
    // Values can hold secrets: they are forgotten with the form.
    gcTime: 0,
    onSuccess: sent,
    onError: (error, values) => {
      if (error instanceof ApiError) refuse(place(error, values))
    },
  })
  /** Runs with the values where they break no rule. */
  const whenRight = (run: (values: Values) => void) => {
    if (!form.validate().hasErrors) return run(form.getValues())
    wrong?.()
    focusFirst()
  }
  /** The rule that a field breaks, as the check or the service calls it. */
  const ruleOf = (path: string): string | undefined => {
    const rule: unknown = form.errors[path]
    return typeof rule === 'string' ? rule : undefined
  }
  /** Props of one field, with its broken rule in the language of the console. */
  const field = (path: string) => {
    const rule = ruleOf(path)
    const props = form.getInputProps(path) as { value: never; onChange: (value: unknown) => void }
    return { ...props, error: rule === undefined ? undefined : carriedText(t, rule) }
  }
  return {
    element,
    form: { ...form, field },
    ruleOf,
    refuse,
    save,
    whenRight,
    submit: (event: SyntheticEvent) => {
      event.preventDefault()
      whenRight(save.mutate)
    },
    /** How many fields break a rule. */
    problems: Object.keys(form.errors).length,
  }
}
