/** One of three bands, with what its possession allows, and its rows. */
import { IconLock, IconUsers, IconWorld } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import css from './Access.module.css'

const ICONS = { public: IconWorld, secret: IconLock, viewers: IconUsers }

/** @param isOpen what it says is a warning */
export function Band(props: { of: keyof typeof ICONS; title: string; says: string; isOpen?: boolean }) {
  const Icon = ICONS[props.of]
  return (
    <div className={css.band} data-open={props.isOpen || undefined}>
      <Icon size={16} stroke={1.6} aria-hidden="true" />
      <h3>{props.title}</h3>
      <span className={css.says}>{props.says}</span>
    </div>
  )
}

export function BandRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={css.row}>
      <span>{label}</span>
      <div className={css.fill}>{children}</div>
    </div>
  )
}

/** A row with a value to copy. */
export function ValueRow({ label, value }: { label: string; value: string }) {
  return (
    <BandRow label={label}>
      <div className={css.field}>
        <output className={css.value} aria-label={label} title={value} data-shortens>
          {value}
        </output>
        <CopyButton value={value} thing={label} />
      </div>
    </BandRow>
  )
}

/** A sentence, what it means now, and what switches it. */
export function SwitchRow(props: { label: string; title: string; help: ReactNode; children: ReactNode }) {
  return (
    <BandRow label={props.label}>
      <div className={css.stack}>
        <b>{props.title}</b>
        <span className={css.second}>{props.help}</span>
      </div>
      {props.children}
    </BandRow>
  )
}
