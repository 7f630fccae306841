import type { ReactNode } from 'react'
import css from './PageTabs.module.css'

/** What a link needs to be one of the tabs. */
export const pageTab = {
  className: css.tab,
  activeOptions: { exact: true, includeSearch: false },
}

/** Links to the pages of a room, below its head. */
export function PageTabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={css.tabs} aria-label={label}>
      {children}
    </nav>
  )
}
