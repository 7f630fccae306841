/** A fault as it is written down. */
import { Button, Textarea } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FaultInput } from '../../../../service/contract/faults.ts'
import { addFault, EMULATOR_KEY } from '../../../api/emulator.ts'
import { errorText } from '../../../api/error-text.ts'
import { queries } from '../../../queries.ts'
import { DialogFoot } from '../../../ui/DialogFoot.tsx'
import css from './Emulator.module.css'

const MODAL = 'fault'
const EXAMPLE: FaultInput = {
  id: 'slow-live-api',
  at: 'live',
  match: { operation: 'CreateRTMPChannel', every: 3 },
  effect: { kind: 'answer', code: 'HandlerException' },
  ends: { afterHits: 9 },
}

export function askForFault(t: TFunction): void {
  modals.open({
    modalId: MODAL,
    closeButtonProps: { 'aria-label': t('common.close') },
    title: t('emulator.faults.editor.title'),
    size: 560,
    children: <Editor />,
  })
}

function Editor() {
  const { t } = useTranslation()
  const [text, setText] = useState(JSON.stringify(EXAMPLE, null, 2))
  const [error, setError] = useState<string | null>(null)
  const [isAdding, setAdding] = useState(false)
  const add = async () => {
    setAdding(true)
    try {
      await addFault(parse(t, text))
      await queries.invalidateQueries({ queryKey: EMULATOR_KEY })
      modals.close(MODAL)
    } catch (failure) {
      setError(failure instanceof SyntaxError ? failure.message : errorText(t, failure))
    } finally {
      setAdding(false)
    }
  }
  return (
    <div className={css.editor}>
      <p className="second">{t('emulator.faults.editor.lead')}</p>
      <Textarea
        label={t('emulator.faults.editor.label')}
        classNames={{ input: 'mono' }}
        data-autofocus
        autosize
        minRows={8}
        maxRows={20}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        error={error}
      />
      <DialogFoot close={() => modals.close(MODAL)}>
        <Button variant="filled" loading={isAdding} onClick={() => void add()}>
          {t('emulator.faults.add')}
        </Button>
      </DialogFoot>
    </div>
  )
}

/** @throws SyntaxError in words */
function parse(t: TFunction, text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new SyntaxError(t('emulator.faults.editor.notJson', { reason: (error as Error).message }))
  }
}
