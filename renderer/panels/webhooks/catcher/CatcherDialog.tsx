/** A new catcher, or what a catcher answers from now on. */
import { Button, Modal, NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CatcherView } from '../../../../service/contract/console/catchers.ts'
import { CATCHERS_KEY, changeCatcher, createCatcher } from '../../../api/catchers.ts'
import { errorText } from '../../../api/error-text.ts'
import { ApiError } from '../../../api/http.ts'
import { carriedText } from '../../../i18n/refusal/text.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { draftOf, problemsOf, requestOf, type Draft } from './draft.ts'
import { DialogFoot } from '../../../ui/DialogFoot.tsx'
import dialog from '../../../ui/Dialog.module.css'
import css from './Catchers.module.css'

interface Props {
  /** Null for a new one. */
  readonly catcher: CatcherView | null
  readonly opened: boolean
  readonly close: () => void
  readonly saved: (catcher: CatcherView) => void
}

export function CatcherDialog({ opened, ...props }: Props) {
  const { t } = useTranslation()
  const { catcher, close } = props
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={catcher === null ? t('catcher.new') : t('catcher.editTitle', { name: catcher.name })}
      size={480}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Form {...props} />
    </Modal>
  )
}

const KINDS = ['allow', 'refuse', 'custom'] as const

function Form({ catcher, close, saved }: Omit<Props, 'opened'>) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(() => draftOf(catcher))
  const [tried, setTried] = useState(false)
  const save = useSave(catcher, (view) => {
    close()
    saved(view)
  })
  const problems = problemsOf(draft, catcher === null)
  const change = (members: Partial<Draft>) => setDraft({ ...draft, ...members })
  const faultOf = (field: keyof Draft) => {
    const rule = tried ? problems[field] : undefined
    return rule === undefined ? undefined : carriedText(t, rule)
  }
  return (
    <form
      className={dialog.body}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (Object.keys(problems).length === 0 && !save.isPending) save.mutate(draft)
      }}
    >
      {catcher === null && (
        <TextInput
          data-autofocus
          label={t('catcher.name')}
          description={t('catcher.nameHelp')}
          spellCheck={false}
          autoComplete="off"
          value={draft.name}
          error={faultOf('name')}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
      )}
      <Select
        label={t('catcher.answer')}
        description={t(`catcher.kindHelp.${draft.kind}`)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={draft.kind}
        onChange={(value) => change({ kind: KINDS.find((kind) => kind === value) ?? draft.kind })}
        data={KINDS.map((kind) => ({ value: kind, label: t(`catcher.kind.${kind}`) }))}
        allowDeselect={false}
      />
      <AnswerFields draft={draft} change={change} faultOf={faultOf} />
      <NumberInput
        label={t('catcher.delay')}
        description={t('catcher.delayHelp')}
        min={0}
        max={30_000}
        step={500}
        clampBehavior="none"
        value={draft.delayMs}
        error={faultOf('delayMs')}
        onChange={(value) => change({ delayMs: typeof value === 'number' ? value : '' })}
      />
      {save.error !== null && <Notice tone="fail">{failureText(t, save.error)}</Notice>}
      <DialogFoot close={close}>
        <Button type="submit" variant="filled" loading={save.isPending}>
          {t(catcher === null ? 'catcher.create' : 'catcher.save')}
        </Button>
      </DialogFoot>
    </form>
  )
}

interface FieldsProps {
  readonly draft: Draft
  readonly change: (members: Partial<Draft>) => void
  readonly faultOf: (field: keyof Draft) => string | undefined
}

/** What only one kind of answer has. */
function AnswerFields({ draft, change, faultOf }: FieldsProps) {
  const { t } = useTranslation()
  if (draft.kind === 'allow') return null
  if (draft.kind === 'refuse') {
    return (
      <TextInput
        label={t('common.optional', { field: t('catcher.reason') })}
        description={t('catcher.reasonHelp')}
        value={draft.reason}
        error={faultOf('reason')}
        onChange={(event) => change({ reason: event.currentTarget.value })}
      />
    )
  }
  return (
    <>
      <NumberInput
        label={t('catcher.status')}
        min={200}
        max={599}
        clampBehavior="none"
        value={draft.status}
        error={faultOf('status')}
        onChange={(value) => change({ status: typeof value === 'number' ? value : '' })}
      />
      <Textarea
        label={t('common.optional', { field: t('webhooks.body') })}
        description={t('catcher.bodyHelp')}
        classNames={{ input: css.code ?? '' }}
        autosize
        minRows={2}
        maxRows={10}
        spellCheck={false}
        value={draft.body}
        error={faultOf('body')}
        onChange={(event) => change({ body: event.currentTarget.value })}
      />
    </>
  )
}

function useSave(catcher: CatcherView | null, saved: (view: CatcherView) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (draft: Draft) => {
      const { name, ...script } = requestOf(draft)
      return catcher === null ? createCatcher({ name, ...script }) : changeCatcher(catcher.name, script)
    },
    onSuccess: async (view) => {
      await queries.invalidateQueries({ queryKey: CATCHERS_KEY })
      saved(view)
    },
  })
}

function failureText(t: TFunction, error: unknown): string {
  const reason = errorText(t, error)
  const code = error instanceof ApiError ? error.code : null
  return code === 'NAME_TAKEN' || code === 'TOO_MANY_CATCHERS' ? reason : t('danger.failed', { reason })
}
