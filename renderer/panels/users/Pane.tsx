/** What stands beside the list in place of a user's details. */
import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import css from '../../ui/Inspector.module.css'

interface Props {
  readonly title: string
  /** Null while it has what is shown once: only what stands in it closes it then. */
  readonly close: (() => void) | null
  readonly children: ReactNode
  readonly foot?: ReactNode
}

export function Pane(props: Props) {
  const { t } = useTranslation()
  const { close } = props
  return (
    <aside
      className={css.inspector}
      data-pane="details"
      tabIndex={-1}
      aria-label={props.title}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.nativeEvent.isComposing && !event.defaultPrevented) close?.()
      }}
    >
      <header className={css.head}>
        <h2 className="cut">{props.title}</h2>
        {close !== null && (
          <ActionIcon className={css.close} aria-label={t('common.close')} onClick={close}>
            <IconX size={16} stroke={1.6} />
          </ActionIcon>
        )}
      </header>
      {/* The foot, where there is one, must not make the last child another. */}
      <div className={css.body}>{props.children}</div>
      <div>{props.foot}</div>
    </aside>
  )
}
