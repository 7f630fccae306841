/** What stands beside the list in place of a user's details. */
import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import css from '../../ui/Inspector.module.css'

export function Pane(props: { title: string; close: () => void; children: ReactNode; foot?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <aside
      className={css.inspector}
      data-pane="details"
      tabIndex={-1}
      aria-label={props.title}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.nativeEvent.isComposing && !event.defaultPrevented) props.close()
      }}
    >
      <header className={css.head}>
        <h2 className="cut">{props.title}</h2>
        <ActionIcon className={css.close} aria-label={t('common.close')} onClick={props.close}>
          <IconX size={16} stroke={1.6} />
        </ActionIcon>
      </header>
      {/* The foot, where there is one, must not make the last child another. */}
      <div className={css.body}>{props.children}</div>
      <div>{props.foot}</div>
    </aside>
  )
}
