/** Where there is nothing yet: what it is, and the first steps to it. */
import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import css from './FirstSteps.module.css'

interface Props {
  readonly title: string
  readonly lead: string
  readonly children: ReactNode
  /** Below the steps. */
  readonly foot?: ReactNode
}

export function FirstSteps({ title, lead, children, foot }: Props) {
  return (
    <div className={css.page}>
      <div className={css.column}>
        <div>
          <h2 className={css.title}>{title}</h2>
          <p className={css.lead}>{lead}</p>
        </div>
        <div className={css.ways}>{children}</div>
        {foot}
      </div>
    </div>
  )
}

interface FirstStepProps {
  readonly icon: ReactNode
  readonly title: string
  readonly help: string
  readonly busy?: boolean
  readonly onClick: () => void
}

export function FirstStep({ icon, title, help, busy, onClick }: FirstStepProps) {
  return (
    <UnstyledButton className={css.way} onClick={onClick} disabled={busy} aria-busy={busy}>
      {icon}
      <span>
        <span className={css.wayTitle}>{title}</span>
        <span className={css.wayHelp}>{help}</span>
      </span>
      <IconChevronRight size={18} stroke={1.6} />
    </UnstyledButton>
  )
}
