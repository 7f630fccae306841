/** Above a log: its text filter, the filters set elsewhere, the folded facets, what is new. */
import { Button, UnstyledButton, Popover } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterField } from '../ui/FilterField.tsx'
import type { LogView } from './use-log.ts'
import { PAGE } from './log-source.ts'
import { POPOVER_FITS } from '../ui/popover-fits.ts'
import css from '../ui/ListBar.module.css'

/** The rooms that show a log; each has the texts that a log needs. */
export type LogRoom = 'webhooks' | 'recordings' | 'requests' | 'audit'

/** A filter that no facet shows. */
export interface Narrowing {
  /** The member of the address. */
  readonly member: string
  readonly text: string
  /** What the button says to screen readers. */
  readonly clear: string
}

interface Props<Read> {
  readonly room: LogRoom
  readonly log: LogView<Read>
  /** Filters that fold where there is no room beside the log; undefined where there are none. */
  readonly facets?: ReactNode
  readonly facetsSet: number
  /** Filters that stand in the bar itself. */
  readonly controls?: ReactNode
  readonly narrowings: readonly Narrowing[]
}

export function LogBar<Read>({ room, log, facets, facetsSet, controls, narrowings }: Props<Read>) {
  const { t } = useTranslation()
  const fresh = log.log?.fresh ?? 0
  return (
    <div className={css.bar} data-wraps={controls !== undefined || undefined}>
      <FilterField
        className={css.filter}
        label={t(`${room}.filterLabel`)}
        placeholder={t(`${room}.filter`)}
        value={log.text}
        onChange={(q) => log.change({ q })}
      />
      {narrowings.map(({ member, text, clear }) => (
        <Button key={member} className={css.endpoint} size="xs" onClick={() => log.change({ [member]: '' })}>
          <span className="cut">{text}</span>
          <span aria-hidden="true">&nbsp;×</span>
          <span className="hidden-text">{clear}</span>
        </Button>
      ))}
      {controls}
      {facets !== undefined && (
        <FoldedFilters
          title={t('log.filters')}
          label={facetsSet === 0 ? t('log.filters') : t('log.filtersActive', { number: facetsSet })}
        >
          {facets}
        </FoldedFilters>
      )}
      {fresh > 0 && (
        <UnstyledButton className={css.fresh} onClick={log.showFresh}>
          {t('log.fresh', { number: fresh < PAGE ? String(fresh) : `${PAGE}+` })}
        </UnstyledButton>
      )}
    </div>
  )
}

interface FoldedProps {
  /** What the filters are called. */
  readonly title: string
  /** The same on the button, where it may say how many are set. */
  readonly label: string
  readonly children: ReactNode
}

/** The filters of a list behind a button, for windows that have no room for them beside it. */
function FoldedFilters({ title, label, children }: FoldedProps) {
  return (
    <Popover middlewares={POPOVER_FITS} trapFocus width={220} position="bottom-end" shadow="none">
      <Popover.Target>
        <Button className={css.folded} leftSection={<IconFilter size={16} stroke={1.6} />}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={title}>{children}</Popover.Dropdown>
    </Popover>
  )
}
