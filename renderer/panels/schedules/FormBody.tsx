/** One schedule, field by field, with what is in its way. */
import { TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScheduleView } from '../../../service/contract/console/schedules.ts'
import { codePoints } from '../../../service/contract/text.ts'
import { useNow } from '../../api/events/clock.ts'
import { useUnsaved } from '../../form/unsaved.ts'
import { askDiscard } from '../../ui/ask-discard.ts'
import { Notice } from '../../ui/Notice.tsx'
import { UserText } from '../../ui/UserText.tsx'
import type { Period } from '../../schedule/conflict.ts'
import { isWritten, useDraft, type Draft } from './draft.ts'
import { FormAbout } from './FormAbout.tsx'
import { FormFoot } from './FormFoot.tsx'
import { FormMeanwhile } from './FormMeanwhile.tsx'
import { FormOverlap } from './FormOverlap.tsx'
import { FormPane } from './FormPane.tsx'
import { FormTimes } from './FormTimes.tsx'
import { MAX_NAME } from './form-values.ts'
import { Renditions } from './Renditions.tsx'
import { formOf } from '../../schedule/search.ts'
import { useBlockKeys } from './use-block-keys.ts'
import { useScheduleForm } from './use-schedule-form.ts'
import css from './Form.module.css'

interface Props {
  readonly values: Draft
  /** Null for one that is not registered yet. */
  readonly original: ScheduleView | null
  readonly schedules: readonly ScheduleView[]
  readonly close: () => void
  /** Shows the days of a period that is not in view. */
  readonly follow: (period: Period) => void
  /** Opens the one that was just made. */
  readonly created?: (scheduleId: string) => unknown
}

export function FormBody({ values, original, schedules, close, follow, created }: Props) {
  const { t } = useTranslation()
  const now = useNow()
  const pane = useRef<HTMLElement>(null)
  /** Closed while it was being saved: it stays until that is done, and stays open where it fails. */
  const leaves = useRef(false)
  const { set } = useDraft()
  const form = useScheduleForm({
    ...{ values, original, schedules },
    saved: async (scheduleId, draft) => {
      notifications.show({
        message: t(original ? 'schedules.form.saved' : 'schedules.form.created', { name: draft.name.trim() }),
      })
      if (leaves.current) return close()
      if (original === null) await created?.(scheduleId)
      follow(draft)
    },
  })
  const submit = () => {
    leaves.current = false
    if (form.submit()) return
    requestAnimationFrame(() => pane.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  useHotkeys([['mod+S', submit]], [])
  const isUnsaved = form.canChange && isWritten(values)
  useUnsaved(isUnsaved, { of: formOf, discard: () => set(null) })
  const leave = () => {
    set(null)
    close()
  }
  const askLeave = () => {
    if (form.busy) {
      leaves.current = true
      return
    }
    if (isUnsaved) askDiscard(t, leave)
    else leave()
  }
  useFocusIn(pane, () => {
    if (original === null) return form.clashes.length === 0
    if (useDraft.getState().draft?.scheduleId === original.scheduleId) return false
    return document.activeElement?.matches(':focus-visible') === true
  })
  const keys = useBlockKeys({
    zone: form.zone,
    now,
    canChange: form.canChange,
    changed: follow,
    deleted: leave,
  })
  const title = values.name.trim() || t('schedules.form.new')
  return (
    <FormPane
      pane={pane}
      onKey={(event) => keys(event, values, original)}
      title={<UserText>{title}</UserText>}
      close={askLeave}
      submit={submit}
      foot={<FormFoot form={form} now={now} leave={leave} cancel={askLeave} />}
    >
      {!form.canChange && (
        <Notice tone="info" alert={false}>
          {t('schedules.head.onlyLook')}
        </Notice>
      )}
      {form.failure !== null && (
        <Notice tone="fail">{t('schedules.form.failed', { reason: form.failure })}</Notice>
      )}
      <FormMeanwhile form={form} />
      {form.canChange && <FormOverlap form={form} />}
      <div className={css.fields}>
        <NameField form={form} />
        <FormTimes form={form} now={now} />
      </div>
      <Renditions form={form} now={now} />
      {original !== null && <FormAbout schedule={original} now={now} />}
    </FormPane>
  )
}

/**
 * The focus is in the form as soon as it opens: on the name of one that is new or was opened by a key; else on
 * the pane, where the keys of the calendar work, because it was clicked, dragged or moved by them.
 */
function useFocusIn(pane: { readonly current: HTMLElement | null }, onName: () => boolean): void {
  const begin = useEffectEvent(() => {
    const target = onName() ? pane.current?.querySelector('input') : pane.current
    target?.focus()
  })
  useEffect(() => {
    begin()
  }, [])
}

function NameField({ form }: { readonly form: ReturnType<typeof useScheduleForm> }) {
  const { t } = useTranslation()
  const { values, canChange, change, errorOf } = form
  return (
    <TextInput
      label={t('schedules.form.name')}
      value={values.name}
      readOnly={!canChange}
      error={errorOf('name')}
      autoComplete="off"
      rightSectionWidth={56}
      rightSectionPointerEvents="none"
      rightSection={
        <span className="meta num">
          {codePoints(values.name.trim())}/{MAX_NAME}
        </span>
      }
      onChange={(event) => change({ name: event.currentTarget.value })}
    />
  )
}
