import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { isTyping } from '../../ui/enter.ts'
import pane from '../../ui/Inspector.module.css'
import css from './Form.module.css'

interface Props {
  readonly pane?: Ref<HTMLElement>
  readonly title: ReactNode
  readonly close: () => void
  readonly children: ReactNode
  readonly foot?: ReactNode
  /** Ctrl S, Enter in a field, or the button that submits. */
  readonly submit?: () => void
  /** A key outside of the fields. */
  readonly onKey?: (event: KeyboardEvent) => void
}

/** The pane at the right of the calendar. */
export function FormPane({ pane: ref, title, close, children, foot, submit, onKey }: Props) {
  const { t } = useTranslation()
  return (
    <aside
      ref={ref}
      className={`${pane.inspector ?? ''} ${css.pane ?? ''}`}
      data-pane="details"
      tabIndex={-1}
      aria-label={t('schedules.form.label')}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || event.defaultPrevented) return
        if (event.key === 'Escape') {
          event.stopPropagation()
          close()
        } else if (!isTyping(event.target)) onKey?.(event)
      }}
    >
      <header className={pane.head}>
        <h2 className="cut">{title}</h2>
        <ActionIcon className={pane.close} aria-label={t('common.close')} onClick={close}>
          <IconX size={16} stroke={1.6} />
        </ActionIcon>
      </header>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit?.()
        }}
      >
        <div className={css.body}>{children}</div>
        {foot}
      </form>
    </aside>
  )
}
