import type { ReactNode } from 'react'
import css from './PageHead.module.css'

/** Head of a panel: title and what stands beside it, actions at the right. */
export function PageHead({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <header className={css.head}>
      <div className={css.title}>{children}</div>
      {actions !== undefined && <div className={css.actions}>{actions}</div>}
    </header>
  )
}
