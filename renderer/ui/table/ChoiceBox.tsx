/** The boxes of a table whose rows can be chosen. Screen readers hear of the row that it is selected, too. */
import { Checkbox } from '@mantine/core'
import { howMany, withAll } from './row-choice.ts'
import type { RowChoice } from './use-row-choice.ts'
import css from './DataTable.module.css'

/** As in `grid-template-columns`. */
export const CHOICE_WIDTH = '32px'

interface Props {
  readonly label: string
  readonly checked: boolean
  readonly tabIndex: number
  /** @param isRange with all from the last chosen one on */
  readonly choose: (isRange: boolean) => void
}

export function ChoiceBox({ label, checked, tabIndex, choose }: Props) {
  return (
    // The whole cell is the box: a click beside it never opens the row.
    <div
      role="gridcell"
      className={css.choice}
      onClick={(event) => {
        event.stopPropagation()
        choose(event.shiftKey)
      }}
    >
      <Checkbox
        size="xs"
        aria-label={label}
        checked={checked}
        tabIndex={tabIndex}
        // The cell has the click.
        readOnly
      />
    </div>
  )
}

interface AllProps {
  readonly choice: RowChoice<never>
  /** Ids of the rows that are shown. */
  readonly order: readonly string[]
}

export function ChooseAll({ choice, order }: AllProps) {
  const { chosen, change, allLabel } = choice
  const count = howMany(chosen, order)
  return (
    <div role="columnheader" className={css.choice}>
      <Checkbox
        size="xs"
        aria-label={allLabel}
        checked={count === 'all'}
        indeterminate={count === 'some'}
        onChange={() => change(withAll(chosen, order))}
      />
    </div>
  )
}
