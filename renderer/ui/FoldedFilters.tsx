import { Button, Popover } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import css from './ListBar.module.css'

interface Props {
  /** What the filters are called. */
  readonly title: string
  /** The same on the button, where it may say how many are set. */
  readonly label: string
  readonly children: ReactNode
}

/** The filters of a list behind a button, for windows that have no room for them beside it. */
export function FoldedFilters({ title, label, children }: Props) {
  return (
    <Popover trapFocus width={220} position="bottom-end" shadow="none">
      <Popover.Target>
        <Button className={css.folded} leftSection={<IconFilter size={16} stroke={1.6} />}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={title}>{children}</Popover.Dropdown>
    </Popover>
  )
}
