/** For people who cannot hold: a word that is typed does the same as a held button. */
import { Button, TextInput, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isEnter } from './enter.ts'
import css from './TypedConfirmation.module.css'

export function TypedConfirmation(props: {
  /** In capitals; typed in any. */
  readonly word: string
  readonly action: string
  readonly disabled?: boolean
  readonly onTyped: () => void
}) {
  const { word, action, disabled = false, onTyped } = props
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const isTyped = text.trim().toUpperCase() === word && !disabled
  const run = () => {
    if (!isTyped) return
    setText('')
    onTyped()
  }
  return (
    <div className={css.way}>
      <UnstyledButton className={css.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('studio.cannotHold')}
      </UnstyledButton>
      {isOpen && (
        <div className={css.field}>
          <TextInput
            autoFocus
            aria-label={t('studio.typeWord', { word })}
            placeholder={t('studio.typeWord', { word })}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            onKeyDown={(event) => {
              if (isEnter(event) && !event.repeat) run()
            }}
          />
          <Button disabled={!isTyped} onClick={run}>
            {action}
          </Button>
        </div>
      )}
    </div>
  )
}
