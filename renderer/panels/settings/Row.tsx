import type { ReactNode } from 'react'
import css from './Settings.module.css'

interface Props {
  readonly label: string
  readonly help?: ReactNode
  /** Of the label, for a control that is named by it. */
  readonly id?: string
  readonly children: ReactNode
}

/** One setting: what it is at the left, its control at the right. */
export function Row({ label, help, id, children }: Props) {
  return (
    <div className={css.row}>
      <div className={css.text}>
        <div className={css.label} id={id}>
          {label}
        </div>
        {help !== undefined && <div className="meta">{help}</div>}
      </div>
      <div className={css.control}>{children}</div>
    </div>
  )
}
