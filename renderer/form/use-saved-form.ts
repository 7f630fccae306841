/**
 * The way of a form from its address to what is saved: it begins with what the address says or what was kept of
 * it, checks the values by the API's own rules, sends them, and puts what the service refuses at the fields.
 */
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useRef, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ZodType } from 'zod'
import { ApiError } from '../api/http.ts'
import { carriedText } from '../i18n/refusal/text.ts'

/** The rule that each field breaks, by the field's path. */
export type BrokenRules = Readonly<Record<string, string>>

/** The first rule that each member of a value breaks. */
export function brokenBy(schema: ZodType, value: unknown): BrokenRules {
  const rules: Record<string, string> = {}
  for (const { path, message } of schema.safeParse(value).error?.issues ?? []) {
    rules[path.join('.')] ??= message
  }
  return rules
}

interface Options<Values, Sent> {
  readonly start: Values
  readonly check: (values: Values) => BrokenRules
  /** At which fields the service's refusal stands; empty where it stands at none. */
  readonly place: (refusal: ApiError, values: Values) => BrokenRules
  readonly send: (values: Values) => Promise<Sent>
  /** @param reset empties the form for the next one */
  readonly sent?: (answer: Sent, values: Values, reset: () => void) => unknown
  /** True: rules are said while somebody types, not only once it is to be saved. */
  readonly asTyped?: boolean
  /** Called where the values break a rule, before the first such field gets the focus. */
  readonly wrong?: () => void
}

export function useSavedForm<Values extends object, Sent>(options: Options<Values, Sent>) {
  const { start, check, place, send, sent, wrong, asTyped = false } = options
  const { t } = useTranslation()
  const element = useRef<HTMLFormElement>(null)
  const form = useForm<Values>({
    initialValues: start,
    validate: (values) => ({ ...check(values) }),
    validateInputOnChange: asTyped,
  })
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
    onSuccess: (answer, values) => sent?.(answer, values, form.reset),
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
  const { error, variables } = save
  const standsAtField =
    error instanceof ApiError && variables !== undefined && Object.keys(place(error, variables)).length > 0
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
    /** Why it was not saved, where that stands at no field. */
    failure: standsAtField ? null : error,
    /** How many fields break a rule. */
    problems: Object.keys(form.errors).length,
  }
}
