import type { ReactNode } from 'react'
import css from './ListPage.module.css'

/** Instead of a list that has nothing: why, and what to do. */
export function EmptyList({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <div className={css.empty}>
      <h2>{title}</h2>
      <p className="second">{lead}</p>
      <div>{children}</div>
    </div>
  )
}
