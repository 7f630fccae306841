/** Filters in one row, as chips; those without room are behind *More*. */
import { Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { UserText } from '../../../ui/UserText.tsx'
import { fitting } from './fitting.ts'
import css from './Filters.module.css'

export interface Chip {
  readonly id: string
  readonly name: string
  /** How many channels it shows; null while that is not known. */
  readonly count: number | null
  readonly isPressed: boolean
  readonly press: () => void
}

/** Room for *More*, pixels. */
const MORE_PX = 88
const GAP_PX = 8

export function ChipRow({ chips }: { chips: readonly Chip[] }) {
  const { t } = useTranslation()
  const row = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<readonly number[] | null>(null)
  const pressed = chips.findIndex(({ isPressed }) => isPressed)
  const names = chips.map(({ name, count }) => `${name} ${count ?? ''}`).join('\n')
  useLayoutEffect(() => {
    const element = row.current
    if (element === null) return
    const measure = () => {
      const widths = [...element.querySelectorAll<HTMLElement>('[data-chip]')].map(
        (chip) => chip.offsetWidth + GAP_PX,
      )
      setShown(fitting(widths, element.clientWidth + GAP_PX, MORE_PX, pressed))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [pressed, names])
  const isShown = (index: number) => shown?.includes(index) ?? true
  const others = chips.filter((_, index) => !isShown(index))
  return (
    <div ref={row} className={css.row} role="group" aria-label={t('channels.filters.row')}>
      {chips.map((chip, index) => (
        <UnstyledButton
          key={chip.id}
          className={css.chip}
          data-chip
          // One without room keeps its width to be measured by, and is nothing else.
          data-folded={!isShown(index) || undefined}
          aria-pressed={chip.isPressed}
          onClick={chip.press}
        >
          <ChipText chip={chip} />
        </UnstyledButton>
      ))}
      {others.length > 0 && (
        <Menu position="bottom-start" classNames={{ dropdown: css.menu ?? '' }}>
          <Menu.Target>
            <UnstyledButton className={css.chip}>
              {t('channels.filters.more')}
              <IconChevronDown size={14} stroke={1.6} aria-hidden="true" />
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((chip) => (
              <Menu.Item key={chip.id} onClick={chip.press}>
                <ChipText chip={chip} />
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  )
}

function ChipText({ chip: { name, count } }: { chip: Chip }) {
  return (
    <span className={css.text}>
      <UserText className="cut">{name}</UserText>{' '}
      {count !== null && <span className="num third">{count}</span>}
    </span>
  )
}
